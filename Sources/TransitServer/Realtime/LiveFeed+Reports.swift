import Foundation
import GTFSRealtime
import GTFSSchedule
import TransitAPI
import TransitAnswers
import TransitModel
import TransitRealtime

/// Reports about the sources of live data, never with their addresses, which may contain keys.
@available(iOS 17, macOS 14, *)
extension LiveFeed {
    func reports(_ fit: MatchReport?) -> [RealtimeSourceDTO] {
        let kept = Dictionary(messages.kept.map { ($0.name.exact, $0) }, uniquingKeysWith: { $1 })
        let fetches = refresher.fetches
        let refused = messages.refused
        let states = Dictionary(
            messages.states.sources.map { ($0.name, $0.state) }, uniquingKeysWith: { $1 })
        return sources.map { source in
            var report = RealtimeSourceDTO()
            report.name = source.name
            let name = source.name.exact
            report.problem =
                refused.contains(name) ? CostlyMessage.problem : fetches[name]?.problem
            report.state = WireWord(states[name] ?? .starting)
            guard let message = kept[name] else { return report }
            report.headerAt = Self.text(message.at)
            report.kinds = RealtimeState.Kind.allCases
                .filter { message.counts[$0] != nil }.map(\.rawValue)
            report.entities = message.entityCount
            (report.matched, report.unmatched) = fit?.fit(ofSource: source.name) ?? (0, 0)
            return report
        }
    }

    func reports(_ view: LiveView?, now: Date) -> [RealtimeSourceDTO] {
        let kept = Dictionary(
            messages.kept.map { ($0.name.exact, $0.at) }, uniquingKeysWith: { $1 })
        let fetches = refresher.fetches
        return reports(view?.generation.report).map { report in
            var report = report
            report.fetchedAt = fetches[report.name.exact]?.answeredAt.map(Self.text)
            report.ageSeconds = kept[report.name.exact].map {
                max(0, Int(now.timeIntervalSince($0)))
            }
            return report
        }
    }

    private static func text(_ instant: Date) -> String {
        Timestamp.text(Int(instant.timeIntervalSince1970))
    }
}
