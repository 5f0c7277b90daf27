package import Foundation
import TransitAPI
package import TransitModel
import WebPages

package struct ExplorerRealtime: Sendable {
    let state: RealtimeState
    let newest: Date?

    package init(_ state: RealtimeState, newest: Date?) {
        self.state = state
        self.newest = newest
    }
}

extension ExplorerContext {
    /// The attribute of a part of a page that scripts keep up to date: every minute, or after this
    /// many seconds where there is live data.
    var ticking: HTML { realtime == nil ? " data-live" : " data-live=\"15\"" }

    var tickingIfLive: HTML? { realtime == nil ? nil : ticking }

    /// The time of the live data in an answer, or that it is too old; nil where the answer has
    /// none.
    func liveState(_ answer: PageAnswer<some Sendable>, in zone: TimeZone) -> HTML? {
        guard let state = answer.freshness else { return nil }
        let (key, instant): (String, Date?) =
            switch state {
            case .live: ("live.asof", realtime?.state.at)
            case .stale: ("live.stale", realtime?.state.at)
            case .expired: ("live.expired", realtime?.newest)
            case .starting, .missing: ("live.none", nil)
            }
        let words: HTML =
            if let instant {
                "\(texts(key, ["time": clock(instant, in: zone)]))"
            } else {
                "\(texts("live.none"))"
            }
        func note(_ code: Note.Code, _ key: String) -> HTML? {
            answer.has(code) ? texts.note(key) : nil
        }
        return """
            <p id="live-state" class="\(state.rawValue)">\(words)</p>\
            \(note(.realtimePartial, "live.partial"))\(note(.realtimeOtherVersion, "live.other"))\
            \(note(.realtimeModified, "live.modified"))
            """
    }

    func clock(_ instant: Date, in zone: TimeZone) -> String {
        let local = LocalInstant(instant, in: zone)
        return local.localDate == ServiceClock(timeZone: zone).date(at: usedNow)
            ? local.clock : "\(texts.shortDay(local.localDate)), \(local.clock)"
    }
}
