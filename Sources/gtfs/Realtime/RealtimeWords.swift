import Foundation
import TransitAPI
import TransitBundle

enum RealtimeWords {
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

    /// Such as "3 min late", "canceled", "added".
    static func word(_ news: CallRealtime?) -> String {
        switch news?.status {
        case .scheduled, nil: ""
        case .updated: news?.statusText().map { $0.prefix(1).lowercased() + $0.dropFirst() } ?? ""
        case .added: "added"
        case .noData: "no data"
        case .skipped: "skipped"
        case .canceled: "canceled"
        }
    }

    static func platform(_ event: StopEvent) -> String? {
        event.realtime?.stopName ?? event.realtime?.platformCode ?? event.realtime?.stopID
    }
}
