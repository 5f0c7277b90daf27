import Foundation
import GTFSSchedule
package import TransitAPI
package import TransitBundle
package import TransitModel
package import TransitRealtime

/// The live data that an answer is given from. A request takes it once, and answers from nothing
/// else.
package struct LiveView: Sendable {
    package let generation: LiveGeneration
    /// Without what changes every second.
    package let sources: [RealtimeSourceDTO]
    /// Identifies the generation: a later one that may change any answer has a larger number.
    package let number: Int
    private let everywhere: Int
    private let places: [StopID: Int]
    private let isOfOtherVersion: Bool
    /// That of alerts.
    private(set) var language = LanguageRanks.none
    /// The part of the live data that the answer shows.
    package private(set) var shown: ShownLive

    package init(_ generation: LiveGeneration, _ sources: [RealtimeSourceDTO], number: Int) {
        self.init(generation, sources, number: number, everywhere: number, places: [:])
    }

    package init(
        _ generation: LiveGeneration, _ sources: [RealtimeSourceDTO], after last: LiveView,
        next: Int
    ) {
        let isLike = sources == last.sources && generation.isLike(last.generation)
        let number = isLike ? last.number : next
        switch generation.changes(since: last.generation) {
        case .everywhere:
            self.init(generation, sources, number: number, everywhere: next, places: [:])
        case .at(let changed):
            let places =
                changed.isEmpty
                ? last.places
                : last.places.merging(changed.map { ($0, next) }, uniquingKeysWith: { $1 })
            self.init(
                generation, sources, number: number, everywhere: last.everywhere, places: places)
        }
    }

    private init(
        _ generation: LiveGeneration, _ sources: [RealtimeSourceDTO], number: Int, everywhere: Int,
        places: [StopID: Int]
    ) {
        self.generation = generation
        self.sources = sources
        self.number = number
        self.everywhere = everywhere
        self.places = places
        isOfOtherVersion = generation.report?.isOfOtherVersion ?? false
        shown = ShownLive(
            of: generation, places: nil, kind: nil, number: number,
            isOfOtherVersion: isOfOtherVersion)
    }

    /// The generation that the boards of some places, or everything else, belong to.
    package func number(of places: Set<StopID>?) -> Int {
        places.map { $0.reduce(everywhere) { max($0, self.places[$1] ?? 0) } } ?? number
    }

    /// The part that the boards of some places show, or everything else if nil.
    package func part(
        at places: Set<StopID>?, of kind: RealtimeState.Kind?, sources: Set<ExactText>? = nil
    ) -> ShownLive {
        ShownLive(
            of: generation, places: places, kind: kind, sources: sources,
            number: number(of: places), isOfOtherVersion: isOfOtherVersion)
    }

    package func showing(_ part: ShownLive) -> LiveView {
        var view = self
        view.shown = part
        return view
    }

    package func speaking(_ language: LanguageRanks) -> LiveView {
        var view = self
        view.language = language
        return view
    }

    /// The live data's part of the body's key.
    package var stamp: LiveStamp { shown.stamp }

    /// The state in `meta`. Bodies contain no ages, so they change only with their data.
    var meta: RealtimeMeta { RealtimeMeta(stamp.freshness) }

    package var event: RealtimeEventDTO { RealtimeEventDTO(stamp.freshness, at: shown.at) }
}

package struct ShownLive: Sendable {
    let kind: RealtimeState.Kind?
    package let stamp: LiveStamp
    /// Nil where no message counts.
    package let at: String?

    fileprivate init(
        of generation: LiveGeneration, places: Set<StopID>?, kind: RealtimeState.Kind?,
        sources: Set<ExactText>? = nil, number: Int, isOfOtherVersion: Bool
    ) {
        self.kind = kind
        let state = generation.sources.state(
            of: kind,
            shown: sources ?? (kind == .tripUpdates ? places.map(generation.sources(at:)) : nil))
        at = state.at.map { Timestamp.text(Int($0.timeIntervalSince1970)) }
        stamp = LiveStamp(
            number: number, freshness: state.freshness,
            isPartial: state.freshness.isApplied && generation.sources.isPartial(kind),
            isOfOtherVersion: isOfOtherVersion,
            isModified: (kind ?? .tripUpdates) == .tripUpdates && generation.isModified(at: places))
    }
}

package struct LiveStamp: Hashable, Sendable {
    let number: Int
    let freshness: RealtimeState.Freshness
    /// Whether there are sources that do not count but might have told more.
    let isPartial: Bool
    let isOfOtherVersion: Bool
    /// Whether detours, which are not applied, may change the answer.
    let isModified: Bool

    var notes: [Note] {
        var notes: [Note] = []
        switch freshness {
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
        if isPartial {
            notes.append(
                Note(
                    .realtimePartial,
                    "Some live data is missing or too old; the times there are those of the timetable."
                ))
        }
        if isOfOtherVersion {
            notes.append(
                Note(
                    .realtimeOtherVersion,
                    "Few of the trips in the live data are in this version of the feed."))
        }
        if isModified {
            notes.append(
                Note(
                    .realtimeModified,
                    "Some trips make detours: calls that they leave out are marked, and stops that they add are missing."
                ))
        }
        return notes
    }
}
