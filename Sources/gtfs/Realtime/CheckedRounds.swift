import FeedReading
import FeedValidation
import Foundation
import RealtimeValidation
import SystemLayer
import TransitBundle
import TransitRealtime

struct CheckedRounds {
    private let bundleName: String?
    private let notices = NoticeBin()
    private(set) var rounds = 0
    private var seconds = 0.0
    private var first: [String] = []
    private var names: [String] = []
    private var last = RealtimeCheck.Result()
    private var at = 0
    private var lowestShare: Double?

    init(bundleName: String?) {
        self.bundleName = bundleName
    }

    mutating func add(
        _ bodies: [RealtimeCheck.Body], beside bundle: TransitBundle?, at now: Int
    ) throws {
        let start = ContinuousClock.now
        let result = try RealtimeCheck(at: now).run(bodies, beside: bundle)
        let time = start.duration(to: .now)
        seconds += time.seconds
        notices.absorb(result.notices)
        rounds += 1
        names = bodies.map(\.name)
        if rounds == 1 { first = names }
        at = now
        last = result
        if let share = result.match?.matchedShare {
            lowestShare = min(lowestShare ?? share, share)
        }
    }

    func report() -> ValidationReport {
        let match = last.match
        let outcomes = match.map { Self.outcomes($0) }
        let facts: [MessageSummary.Fact?] = [
            .init("checkedAt", title: "Clock", Self.instant(at)),
            .init("bundle", title: "Bundle", bundleName),
            .init(
                "matchedPercent", title: "Updates for scheduled trips that fit, %",
                match?.matchedShare.map { Int(($0 * 100).rounded(.down)) }),
            .init(
                "lowestMatchedPercent", title: "Lowest share that fit, %",
                rounds > 1 ? lowestShare.map { Int(($0 * 100).rounded(.down)) } : nil),
            .init("outcomes", title: "Outcomes", outcomes),
            .init("rounds", title: "Checks", rounds),
            .init("tripUpdates", title: "Trip updates", last.tripUpdates),
            .init("vehicles", title: "Vehicles", last.vehicles),
            .init("alerts", title: "Alerts", last.alerts),
        ]
        let ends = (first == names ? [names] : [first, names]).map { $0.joined(separator: ", ") }
        return ValidationReport(
            of: ends.joined(separator: " to "), notices: notices.entries,
            messages: MessageSummary(
                facts: facts.compactMap { $0 }, catalogue: RealtimeCatalogue.all),
            date: .today, seconds: seconds)
    }

    var text: String {
        var lines: [String] = []
        if let match = last.match, let bundleName {
            let share = match.matchedShare.map {
                "\(Self.percent($0)) of those for scheduled trips fit"
            }
            let lowest = lowestShare.map { "\(Self.percent($0)) at the lowest" }
            let words = [share, rounds > 1 ? lowest : nil].compactMap { $0 }
            lines.append(
                ([
                    "\(Quantity.count(match.tripUpdates, "trip update")) beside \(bundleName)"
                ] + words).joined(separator: ", "))
            let outcomes = Self.outcomes(match)
            if !outcomes.isEmpty { lines.append("  " + outcomes) }
        }
        let counts = [
            Quantity.count(last.tripUpdates, "trip update"),
            Quantity.count(last.vehicles, "vehicle"), Quantity.count(last.alerts, "alert"),
        ]
        let checks = rounds > 1 ? " in the last of \(Quantity.count(rounds, "check"))" : ""
        lines.append(counts.joined(separator: ", ") + checks)
        return lines.map { $0 + "\n" }.joined()
    }

    private static func outcomes(_ match: MatchReport) -> String {
        MatchOutcome.allCases.compactMap { outcome -> String? in
            guard let count = match.counts[outcome] else { return nil }
            let samples = (match.samples[outcome] ?? []).prefix(2).compactMap { sample in
                (sample.tripID ?? sample.routeID).map { TerminalText.safe($0, limit: 40) }
            }
            let such = samples.count < count ? "such as " : ""
            let words = samples.isEmpty ? "" : " (\(such)\(samples.joined(separator: ", ")))"
            return "\(Quantity.count(count)) \(outcome.rawValue)\(words)"
        }.joined(separator: ", ")
    }

    private static func percent(_ share: Double) -> String {
        "\(Int((share * 100).rounded(.down))) %"
    }

    static func instant(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
