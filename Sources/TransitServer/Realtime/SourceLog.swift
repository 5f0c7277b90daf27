import SystemLayer
import TransitAPI
import TransitModel

/// Tells when a source of live data fails, answers again, ages, or is renewed: a line for each, and
/// none while nothing changes.
@available(iOS 17, macOS 14, *)
struct SourceLog: Sendable {
    private struct Known: Equatable {
        let problem: String?
        let state: RealtimeState.Freshness
    }

    private let feed: String?
    private let write: @Sendable (String) -> Void
    private let known = Locked<[ExactText: Known]>([:])

    init(feed: String? = nil, write: @escaping @Sendable (String) -> Void = { _ in }) {
        self.feed = feed
        self.write = write
    }

    func note(_ reports: [RealtimeSourceDTO]) {
        for report in reports {
            let now = Known(problem: report.problem, state: report.state.known ?? .starting)
            let before = known.withLock { known in
                defer { known[report.name.exact] = now }
                return known[report.name.exact] ?? Known(problem: nil, state: .starting)
            }
            let name = (feed.map { $0 + "/" } ?? "") + report.name
            for words in Self.changes(from: before, to: now, at: report.headerAt) {
                write("live data of \(name) \(words)")
            }
        }
    }

    private static func changes(from old: Known, to new: Known, at instant: String?) -> [String] {
        var lines: [String] = []
        if let problem = new.problem {
            if problem != old.problem { lines.append("fails: \(problem)") }
        } else if old.problem != nil {
            lines.append("works again")
        }
        guard old.state != new.state else { return lines }
        let from = instant.map { ": it is from \($0)" } ?? ""
        switch new.state {
        case .live: if [.stale, .expired].contains(old.state) { lines.append("is live again") }
        case .stale: lines.append("is stale\(from)")
        case .expired:
            lines.append(
                "has expired (times and positions after 15 minutes, alerts after an hour)\(from)")
        // It has just failed, or not been asked yet.
        case .missing, .starting: break
        }
        return lines
    }
}
