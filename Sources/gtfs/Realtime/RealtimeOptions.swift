import ArgumentParser
import FeedReading
import Foundation
import GTFSRealtime
import SystemLayer
import TransitAPI
import TransitBundle
import TransitRealtime

struct RealtimeOptions: ParsableArguments {
    @Option(
        name: .customLong("realtime"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A message of GTFS Realtime to lay over the timetable; repeatable.",
            valueName: "file or URL"), transform: ArgumentSpelling.restored)
    var messages: [String] = []

    @Option(
        "With --realtime, the current time from which the age of recorded messages is judged "
            + "(default: now).",
        value: "time")
    var now: InstantArgument?

    @OptionGroup var access: RealtimeAccess

    func validate() throws {
        for message in messages { try access.check(message) }
        guard messages.isEmpty else { return }
        if access.hasHeaders || access.download.allowPrivateRedirects {
            throw ValidationError("--http-header and --allow-private-redirects need --realtime URL")
        }
        if now != nil { throw ValidationError("--now needs --realtime") }
    }

    /// - Parameter language: the language of alerts.
    func asked(of bundle: TransitBundle, in language: String?) async throws -> AskedBundle {
        let now = self.now?.date(of: "--now", in: bundle.timeZone, now: Date()) ?? Date()
        guard !messages.isEmpty else { return AskedBundle(bundle, now: now) }
        let kept = RealtimeMessages(clock: { now })
        for message in messages { kept.receive(try access.message(at: message), from: message) }
        let live = try await LiveGeneration(of: kept, over: bundle, after: nil)
        RealtimeRemark.write(kept, live.report, now: now, in: bundle.timeZone)
        return AskedBundle(bundle, now: now, live: live, language: language)
    }
}

enum RealtimeRemark {
    static func write(
        _ messages: RealtimeMessages, _ report: MatchReport?, now: Date, in zone: TimeZone
    ) {
        for message in messages.refused.sorted() {
            let costly = CostlyMessage(source: FeedLocation(message.text).description)
            StandardError.remark("\(costly.description); it is ignored")
        }
        for kept in messages.kept {
            let at = LocalInstant(kept.at, in: zone)
            let name = FeedLocation(kept.name).description
            switch kept.freshness(at: now) {
            case .live: break
            case .stale:
                StandardError.remark("\(name) is from \(at) and may be out of date")
            case .expired, .starting, .missing:
                StandardError.remark(
                    "\(name) is from \(at): times and positions are ignored after 15 minutes, "
                        + "alerts after an hour")
            }
        }
        guard let report else { return }
        if report.leftOut > 0 {
            let parts = Quantity.count(report.leftOut, "part")
            StandardError.remark(
                "the messages are too large: \(parts) of them (alerts, what they are about, "
                    + "vehicles, detours) \(report.leftOut == 1 ? "is" : "are") ignored")
        }
        if report.modifiedTrips > 0 {
            let trips = report.modifiedTrips == 1 ? "trip makes a detour" : "trips make detours"
            StandardError.remark(
                "\(Quantity.count(report.modifiedTrips)) \(trips): calls that are left out are "
                    + "marked, and stops that are added are missing")
        }
        guard report.isOfOtherVersion, let percent = report.matchedPercent else { return }
        StandardError.remark(
            "only \(percent) % of the trip updates for scheduled trips fit this timetable, which "
                + "may be another version of the feed; gtfs realtime match says why")
    }
}
