import Foundation
import TransitAPI
import TransitBundle

enum RealtimeWords {
    static func cells(_ event: StopEvent) -> [String] {
        let news = event.realtime
        let expected = event.kind == .departure ? news?.departure : news?.arrival
        return [expected.map { clock($0, in: event.timeZone) } ?? "", word(news)]
    }

    static func cells(_ call: TimedCall) -> [String] {
        let news = call.realtime
        let times = [news?.arrival, news?.departure].map { time in
            time.map { clock($0, in: call.timeZone) } ?? ""
        }
        let platform = (news?.platformCode ?? news?.stopID).map { "platform \($0)" }
        return times + [[word(news), platform].compactMap { $0 }.joined(separator: ", ")]
    }

    /// `08:07:10`.
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
        event.realtime?.platformCode ?? event.realtime?.stopID
    }
}
