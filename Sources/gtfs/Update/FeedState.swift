import FeedReading
import GTFSSchedule
import Publishing

/// What `gtfs status` tells of a feed.
struct FeedState: Encodable {
    let id: String
    private(set) var status: UpdateStatus?
    /// Days until the current version expires, negative afterwards; nil when it never does.
    private(set) var daysLeft: Int?
    /// What --verify found, or what is wrong with the definition.
    var problems: [String]?

    private enum CodingKeys: String, CodingKey {
        case id
        case status
        case daysLeft = "days_left"
        case problems
    }

    init(id: String, problem: String) {
        self.id = id
        problems = [problem]
    }

    init(id: String, status: UpdateStatus?, today: ServiceDate) {
        self.id = id
        self.status = status
        daysLeft = status?.validUntil.flatMap(Timestamp.day)?.days(since: today)
    }

    /// All of them as a table; what is wrong stands below it.
    static func text(_ states: [FeedState]) -> String {
        var table = TextTable(
            ["feed", "checked", "result", "version", "published", "expires"], rightAligned: [])
        for state in states {
            table.add([
                state.id, state.status?.checkedAt ?? "never", state.result,
                state.status?.version ?? "", state.status?.publishedAt ?? "", state.expiry,
            ])
        }
        return (table.lines + states.flatMap(\.remarks)).joined(separator: "\n") + "\n"
    }

    private var result: String {
        guard let status else { return "" }
        return status.exitCode == 0
            ? status.outcome.rawValue : "\(status.outcome.rawValue) (\(status.exitCode))"
    }

    private var expiry: String {
        guard let daysLeft else { return "" }
        if daysLeft == 0 { return "today" }
        let count = abs(daysLeft) == 1 ? "1 day" : "\(Quantity.count(abs(daysLeft))) days"
        return daysLeft > 0 ? "in \(count)" : "\(count) ago"
    }

    private var remarks: [String] {
        var lines: [String] = []
        if let status, status.exitCode != 0 {
            let since = status.failingSince.map { " (since \($0))" } ?? ""
            // Most messages begin with the feed or its source themselves.
            let message = TerminalText.safe(status.message, limit: 300)
            lines.append((message.hasPrefix("\(id): ") ? "" : "\(id): ") + message + since)
            lines += status.refusals.map {
                "  \($0.name): \(TerminalText.safe($0.reason, limit: 200))"
            }
        }
        if status?.isHeldBack == true {
            lines.append("\(id): the source still has the feed that was rolled back")
        }
        if let next = status?.nextVersion { lines.append("\(id): \(next) waits for its first day") }
        return lines + (problems ?? []).map { "\(id): \(TerminalText.safe($0, limit: 300))" }
    }
}
