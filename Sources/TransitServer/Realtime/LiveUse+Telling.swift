import Foundation
import TransitAPI
import TransitModel
import TransitRealtime

@available(iOS 17, macOS 14, *)
extension LiveUse {
    /// The state in `meta`. Bodies contain no ages, so they change only with their data.
    var meta: RealtimeMeta { RealtimeMeta(stamp.freshness) }

    var notes: [Note] {
        var notes: [Note] = []
        switch stamp.freshness {
        case .live: break
        case .stale:
            notes.append(
                Note(
                    .realtimeStale,
                    "The live data may be out of date; the header Realtime-At gives its time."
                ))
        case .expired:
            notes.append(
                Note(
                    .realtimeExpired,
                    "The live data is too old to be used: the times are those of the timetable."
                ))
        case .starting, .missing:
            notes.append(
                Note(
                    .realtimeMissing,
                    "No live data has arrived yet: the times are those of the timetable."))
        }
        if stamp.isPartial {
            notes.append(
                Note(
                    .realtimePartial,
                    "Some live data is missing or too old; the times there are those of the timetable."
                ))
        }
        if stamp.isOfOtherVersion {
            notes.append(
                Note(
                    .realtimeOtherVersion,
                    "Few of the trips in the live data are in this version of the feed."))
        }
        if stamp.isModified {
            notes.append(
                Note(
                    .realtimeModified,
                    "Some trips make detours: calls that they leave out are marked, and stops that they add are missing."
                ))
        }
        return notes
    }

    var event: RealtimeEventDTO { RealtimeEventDTO(stamp.freshness, at: shown.at) }
}
