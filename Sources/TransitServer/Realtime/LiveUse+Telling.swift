import Foundation
import TransitAPI
import TransitModel
import TransitRealtime

@available(iOS 17, macOS 14, *)
extension LiveUse {
    /// The state in `meta`. Ages are in no body, so that a body changes only with its data.
    var meta: RealtimeMeta { RealtimeMeta(moment.state.freshness) }

    var notes: [Note] {
        var notes: [Note] = []
        switch moment.state.freshness {
        case .live: break
        case .stale:
            notes.append(
                Note(
                    .realtimeStale,
                    "The live data has not been renewed for a while; Realtime-At says from when it is."
                ))
        case .expired:
            notes.append(
                Note(
                    .realtimeExpired,
                    "Some live data is missing, or too old to tell about now: there the timetable counts."
                ))
        }
        if view.isOfOtherVersion {
            notes.append(
                Note(
                    .realtimeOtherVersion,
                    "Few of the trips in the live data are in this version of the feed."))
        }
        return notes
    }

    var event: RealtimeEventDTO { RealtimeEventDTO(moment.state.freshness, at: view.at) }
}
