package import Foundation
import TransitAPI
package import TransitModel
import WebPages

/// The live data on the pages of a feed: its state, and from when it is.
@available(iOS 17, macOS 14, *)
package struct ExplorerRealtime: Sendable {
    let state: RealtimeState
    /// The instant of the newest message, which may be too old to be applied; nil when none came.
    let newest: Date?

    package init(_ state: RealtimeState, newest: Date?) {
        self.state = state
        self.newest = newest
    }
}

@available(iOS 17, macOS 14, *)
extension ExplorerContext {
    /// The attribute of a part of a page that scripts keep up to date: every minute, or after so many
    /// seconds where there is live data.
    var ticking: HTML { realtime == nil ? " data-live" : " data-live=\"15\"" }

    /// The attribute of a part that only live data changes; nil without any.
    var tickingIfLive: HTML? { realtime == nil ? nil : ticking }

    /// From when the live data in an answer is, or that it is too old; nil where the answer has none.
    ///
    /// - Parameter zone: that of the clock at the stop, or of the feed.
    func liveState(_ meta: Meta, in zone: TimeZone) -> HTML? {
        guard let state = meta.realtime?.state.known else { return nil }
        let (key, instant): (String, Date?) =
            switch state {
            case .live: ("live.asof", realtime?.state.at)
            case .stale: ("live.stale", realtime?.state.at)
            case .expired where realtime?.state.at != nil: ("live.partial", realtime?.state.at)
            case .expired: ("live.expired", realtime?.newest)
            }
        let words: HTML =
            if let instant {
                "\(texts(key, ["time": clock(instant, in: zone)]))"
            } else {
                "\(texts("live.none"))"
            }
        let other: HTML? =
            meta.notes.contains { $0.code.known == .realtimeOtherVersion }
            ? "<p class=\"note\">\(texts("live.other"))</p>" : nil
        return "<p id=\"live-state\" class=\"\(state.rawValue)\">\(words)</p>\(other)"
    }

    /// `08:04`, with the day when it is not today.
    func clock(_ instant: Date, in zone: TimeZone) -> String {
        let local = ZonedInstant(instant, in: zone)
        return local.localDate == ServiceClock(timeZone: zone).date(at: usedNow)
            ? local.clock : "\(texts.shortDay(local.localDate)), \(local.clock)"
    }
}

@available(iOS 17, macOS 14, *)
extension Meta {
    /// Whether live data is applied in the answer.
    var hasLiveData: Bool { realtime.map { $0.state.known != .expired } ?? false }
}

@available(iOS 17, macOS 14, *)
extension Note {
    /// Whether the line about the state of live data says it.
    var isOfLiveData: Bool {
        switch code.known {
        case .realtimeStale, .realtimeExpired, .realtimeOtherVersion: true
        default: false
        }
    }
}
