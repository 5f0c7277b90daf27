import Foundation
import TransitAPI
import TransitBundle

/// The live data of a departure, an arrival or a call, as text.
enum RealtimeText {
    static func members(times: [String]) -> [String] {
        let others = [
            "delay_seconds", "stop_id", "alerts", "uncertainty_seconds", "scheduled",
            "platform_code", "stop_name", "headsign", "occupancy_status", "vehicle.id",
            "vehicle.label", "vehicle.wheelchair_accessible", "stops_away", "at_stop",
        ]
        return (["status"] + times + others).map { "realtime." + $0 }
    }

    static var ofEvents: [TextColumn<StopEvent>] {
        [
            .init { event in
                let news = event.realtime
                let expected = event.kind == .departure ? news?.departure : news?.arrival
                return clock(expected, planned: event.time)
            },
            .init { word($0.realtime) },
        ]
    }

    static var ofCalls: [TextColumn<TimedCall>] {
        [
            .init { clock($0.realtime?.arrival, planned: $0.arrival) },
            .init { clock($0.realtime?.departure, planned: $0.departure) },
            .init { call in
                let news = call.realtime
                let kind = news?.stopName == nil ? "platform" : "at"
                let place = news?.place.map { "\(kind) \($0)" }
                return [word(news), place].compactMap { $0 }.joined(separator: ", ")
            },
        ]
    }

    /// `08:07:10`, and the whole instant where that is on another day than the planned time.
    private static func clock(_ expected: LocalInstant?, planned: LocalInstant?) -> String? {
        guard let expected else { return nil }
        return (planned ?? expected).localDate == expected.localDate
            ? clock(expected) : expected.description
    }

    static func clock(_ instant: LocalInstant) -> String {
        String(instant.description.dropFirst(11).prefix(8))
    }

    /// Such as "3 min late", "canceled", "extra trip".
    private static func word(_ news: CallRealtime?) -> String {
        news?.statusText().map(RiderWords.withinLine) ?? ""
    }
}

extension CallRealtime {
    /// Where the call is now, by the best name of that place.
    var place: String? { stopName ?? platformCode ?? stopID }
}
