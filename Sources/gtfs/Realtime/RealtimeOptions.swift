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
            valueName: "file or URL"))
    var messages: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --realtime, the time by which messages are fresh or too old (default: the clock's), "
                + "for recorded ones.", valueName: "time"),
        transform: InstantArgument.read)
    var now: InstantArgument?

    @OptionGroup var access: RealtimeAccess

    func validate() throws {
        for message in messages { try access.check(message) }
        guard messages.isEmpty else { return }
        if access.hasHeaders || access.allowPrivateRedirects {
            throw ValidationError("--http-header and --allow-private-redirects need --realtime URL")
        }
        if now != nil { throw ValidationError("--now needs --realtime") }
    }

    /// The time that questions take for the present one.
    func clock(in bundle: TransitBundle) -> Date {
        let zone = bundle.timeZone(ofRoute: nil).timeZone
        let today = ServiceClock(timeZone: zone).date(at: Date())
        guard let (date, remark) = now?.instant(in: zone, today: today) else { return Date() }
        if let remark { StandardError.write("gtfs: --now \(remark)\n") }
        return date
    }

    /// - Parameter now: the time by which messages are fresh or too old.
    func source(over bundle: TransitBundle, now: Date) throws -> RealtimeSource? {
        guard !messages.isEmpty else { return nil }
        let kept = RealtimeMessages(clock: { now })
        for message in messages { kept.receive(try access.message(at: message), from: message) }
        return RealtimeSource(over: bundle, messages: kept)
    }
}

enum RealtimeRemark {
    static func write(_ source: RealtimeSource?, now: Date, in zone: TimeZone) async throws {
        guard let source else { return }
        let report = try await source.matchReport()
        for message in source.messages.refused.sorted() {
            let costly = CostlyMessage(source: FeedLocation(message.text).description)
            StandardError.write("gtfs: \(TerminalText.line(costly.description)): left out\n")
        }
        for kept in source.messages.kept {
            let at = ZonedInstant(kept.at, in: zone)
            let name = FeedLocation(kept.name).description
            switch kept.freshness(at: now) {
            case .live: break
            case .stale: StandardError.write("gtfs: \(name) is from \(at)\n")
            case .expired, .starting, .missing:
                StandardError.write(
                    "gtfs: \(name) is from \(at), too old to tell about now: left out\n")
            }
        }
        guard let report else { return }
        if report.leftOut > 0 {
            StandardError.write(
                "gtfs: \(report.leftOut) alerts, parts that they name, or vehicles are left out: too many\n"
            )
        }
        if report.modifiedTrips > 0 {
            let trips = report.modifiedTrips == 1 ? "trip makes a detour" : "trips make detours"
            StandardError.write(
                "gtfs: \(Quantity.count(report.modifiedTrips)) \(trips), which are not applied: "
                    + "calls that are left out are marked, stops that are added are missing\n")
        }
        guard let share = report.matchedShare, share < 0.8 else { return }
        let percent = Int((share * 100).rounded(.down))
        StandardError.write(
            "gtfs: only \(percent) % of the trip updates fit this timetable, which may be of "
                + "another version: gtfs realtime match says why\n")
    }
}
