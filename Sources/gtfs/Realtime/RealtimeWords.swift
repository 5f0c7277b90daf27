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

    /// Such as "3 min late", "canceled", "added, on time".
    static func word(_ news: CallRealtime?) -> String {
        guard let news else { return "" }
        var words: [String] = []
        switch news.status {
        case .scheduled: break
        case .updated, .added:
            if news.status == .added { words.append("added") }
            if let delay = news.delaySeconds { words.append(self.delay(delay)) }
        case .noData: words.append("no data")
        case .skipped: words.append("skipped")
        case .canceled: words.append("canceled")
        }
        return words.joined(separator: ", ")
    }

    static func platform(_ event: StopEvent) -> String? {
        event.realtime?.platformCode ?? event.realtime?.stopID
    }

    private static func delay(_ seconds: Int) -> String {
        guard abs(seconds) >= 30 else { return "on time" }
        let minutes = max(1, (abs(seconds) + 30) / 60)
        return "\(minutes) min \(seconds < 0 ? "early" : "late")"
    }
}
