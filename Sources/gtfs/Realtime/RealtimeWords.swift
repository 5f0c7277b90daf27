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
        return [clock(expected, planned: event.time, in: event.timeZone), word(news)]
    }

    static func cells(_ call: TimedCall) -> [String] {
        let news = call.realtime
        let times = [
            clock(news?.arrival, planned: call.arrival, in: call.timeZone),
            clock(news?.departure, planned: call.departure, in: call.timeZone),
        ]
        let place =
            news?.stopName.map { "at \($0)" }
            ?? (news?.platformCode ?? news?.stopID).map { "platform \($0)" }
        return times + [[word(news), place].compactMap { $0 }.joined(separator: ", ")]
    }

    /// `08:07:10`, and the whole instant where that is on another day than the planned time.
    private static func clock(_ expected: Date?, planned: Date?, in zone: TimeZone) -> String {
        guard let expected else { return "" }
        let days = ServiceClock(timeZone: zone)
        return planned.map(days.date) ?? days.date(at: expected) == days.date(at: expected)
            ? clock(expected, in: zone) : ZonedInstant(expected, in: zone).description
    }

    static func clock(_ instant: Date, in zone: TimeZone) -> String {
        String(ZonedInstant(instant, in: zone).description.dropFirst(11).prefix(8))
    }

    /// Such as "3 min late", "canceled", "extra trip".
    static func word(_ news: CallRealtime?) -> String {
        news?.statusText().map(RiderWords.withinLine) ?? ""
    }

    static func platform(_ event: StopEvent) -> String? {
        event.realtime?.stopName ?? event.realtime?.platformCode ?? event.realtime?.stopID
    }
}
