import ArgumentParser
import FeedReading
import Foundation
import GTFSRealtime
import SystemLayer
import TransitBundle
import TransitRealtime

struct RealtimeMatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Show how the trip updates of a message fit a bundle, and why some do not.")

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var access: RealtimeAccess

    @Argument(help: "The message: a file, a URL, or - for standard input.")
    var message: String

    @Argument(help: "The bundle.")
    var bundle: TextArgument

    func validate() throws {
        try access.check(message)
    }

    func run() throws {
        let path = bundle.text
        let message = try access.message(at: message)
        let name = FeedLocation(self.message).description
        let report = try Blocking.run { () -> MatchReport in
            // A message is matched as of its own time, however old it is.
            let kept = RealtimeMessages(asOf: [message])
            kept.receive(message, from: name)
            let source = RealtimeSource(over: try TransitBundle(path: path), messages: kept)
            let report = try await source.matchReport() ?? MatchReport()
            guard !kept.refused.contains(name.exact) else { throw CostlyMessage(source: name) }
            return report
        }
        if json {
            try StandardOutput.write(data: JSONText.pretty(Answer(report)) + "\n")
        } else {
            try StandardOutput.write(Self.text(report))
        }
    }

    private static func text(_ report: MatchReport) -> String {
        var lines = [
            Quantity.count(report.tripUpdates, "trip update") + " with "
                + Quantity.count(report.stopUpdates, "stop update")
        ]
        if let share = report.matchedShare {
            lines[0] += ", \(Int((share * 100).rounded(.down))) % of those that should fit do"
        }
        var table = TextTable([], rightAligned: [0])
        for outcome in MatchOutcome.allCases {
            guard let count = report.counts[outcome] else { continue }
            let samples = (report.samples[outcome] ?? []).prefix(3).map(words)
            table.add(["\(count)", outcome.rawValue, samples.joined(separator: "; ")])
        }
        lines += table.lines
        if report.ignoredStopUpdates > 0 {
            lines.append(
                Quantity.count(report.ignoredStopUpdates, "stop update")
                    + " without a fitting call of the trip")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func words(_ sample: MatchReport.Sample) -> String {
        let parts = [
            sample.tripID ?? sample.routeID.map { "route \($0)" }, sample.startDate,
            sample.startTime,
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    private struct Answer: Encodable {
        let tripUpdates: Int
        let stopUpdates: Int
        let ignoredStopUpdates: Int
        let matchedShare: Double?
        let counts: [String: Int]
        let samples: [String: [MatchReport.Sample]]

        enum CodingKeys: String, CodingKey {
            case tripUpdates = "trip_updates"
            case stopUpdates = "stop_updates"
            case ignoredStopUpdates = "ignored_stop_updates"
            case matchedShare = "matched_share"
            case counts, samples
        }

        init(_ report: MatchReport) {
            tripUpdates = report.tripUpdates
            stopUpdates = report.stopUpdates
            ignoredStopUpdates = report.ignoredStopUpdates
            matchedShare = report.matchedShare
            func named<Value>(_ values: [MatchOutcome: Value]) -> [String: Value] {
                Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
            }
            counts = named(report.counts)
            samples = named(report.samples)
        }
    }
}
