import Foundation
import TransitAPI
import TransitBundle

enum RealtimeWords {
    /// Of CSV.
    static func columns(times: [String]) -> [String] {
        let others = [
            "delay_seconds", "stop_id", "alerts", "uncertainty_seconds", "scheduled",
            "platform_code", "stop_name", "headsign", "occupancy_status", "vehicle.id",
            "vehicle.label", "vehicle.wheelchair_accessible", "stops_away", "at_stop",
        ]
        return (["status"] + times + others).map { "realtime." + $0 }
    }

    static func cells(_ event: StopEvent) -> [String] {
        let news = event.realtime
        let expected = event.kind == .departure ? news?.departure : news?.arrival
        return [clock(expected, planned: event.time), word(news)]
    }

    static func cells(_ call: TimedCall) -> [String] {
        let news = call.realtime
        let times = [
            clock(news?.arrival, planned: call.arrival),
            clock(news?.departure, planned: call.departure),
        ]
        let place =
            news?.stopName.map { "at \($0)" }
            ?? (news?.platformCode ?? news?.stopID).map { "platform \($0)" }
        return times + [[word(news), place].compactMap { $0 }.joined(separator: ", ")]
    }

    /// `08:07:10`, and the whole instant where that is on another day than the planned time.
    private static func clock(_ expected: LocalInstant?, planned: LocalInstant?) -> String {
        guard let expected else { return "" }
        return (planned ?? expected).localDate == expected.localDate
            ? clock(expected) : expected.description
    }

    static func clock(_ instant: LocalInstant) -> String {
        String(instant.description.dropFirst(11).prefix(8))
    }

    /// Such as "3 min late", "canceled", "extra trip".
    static func word(_ news: CallRealtime?) -> String {
        news?.statusText().map(RiderWords.withinLine) ?? ""
    }

    static func platform(_ event: StopEvent) -> String? {
        event.realtime?.stopName ?? event.realtime?.platformCode ?? event.realtime?.stopID
    }
}
