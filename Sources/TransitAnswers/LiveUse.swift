package import Foundation
package import TransitAPI
package import TransitBundle
import TransitModel
package import TransitRealtime

/// The live data that an answer is given from.
package struct LiveUse: Sendable {
    /// Knows how much the live data covers; nil where nobody asks.
    let coverage: (any CoverageSource)?
    let view: LiveView
    let language: LanguageRanks
    /// The part of the live data that the answer shows.
    package internal(set) var shown: ShownLive

    package init(
        view: LiveView, language: LanguageRanks, shown: ShownLive,
        coverage: (any CoverageSource)? = nil
    ) {
        self.coverage = coverage
        self.view = view
        self.language = language
        self.shown = shown
    }

    /// The live data's part of the body's key.
    package var stamp: LiveStamp { shown.stamp }
    package var moment: LiveGeneration { view.moment }
}

/// Counts the runs under way that live data covers.
package protocol CoverageSource: Sendable {
    func coverage(
        of view: LiveView, _ version: String, over bundle: TransitBundle, at minute: Date
    ) async throws -> LiveCoverage?
}

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

    package var event: RealtimeEventDTO { RealtimeEventDTO(stamp.freshness, at: shown.at) }
}
