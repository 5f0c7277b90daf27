import Foundation
package import GTFSSchedule
package import TransitAPI
package import TransitModel
package import TransitRealtime

/// A request takes it once, and answers from nothing else.
package struct LiveView: Sendable {
    package let moment: LiveGeneration
    /// Without what changes every second.
    package let sources: [RealtimeSourceDTO]
    /// Identifies the generation: a later one that may change any answer has a larger number.
    package let number: Int
    private let everywhere: Int
    private let places: [StopID: Int]

    package init(_ moment: LiveGeneration, _ sources: [RealtimeSourceDTO], number: Int) {
        self.moment = moment
        isOfOtherVersion = Self.isOfOtherVersion(moment)
        self.sources = sources
        self.number = number
        everywhere = number
        places = [:]
    }

    package init(
        _ moment: LiveGeneration, _ sources: [RealtimeSourceDTO], after last: LiveView, next: Int
    ) {
        self.moment = moment
        isOfOtherVersion = Self.isOfOtherVersion(moment)
        self.sources = sources
        let isLike = sources == last.sources && moment.isLike(last.moment)
        number = isLike ? last.number : next
        switch moment.changes(since: last.moment) {
        case .everywhere:
            everywhere = next
            places = [:]
        case .at(let changed):
            everywhere = last.everywhere
            places =
                changed.isEmpty
                ? last.places
                : last.places.merging(changed.map { ($0, next) }, uniquingKeysWith: { $1 })
        }
    }

    /// The generation that the boards of some places, or everything else, belong to.
    package func number(of places: Set<StopID>?) -> Int {
        places.map { $0.reduce(everywhere) { max($0, self.places[$1] ?? 0) } } ?? number
    }

    let isOfOtherVersion: Bool

    private static func isOfOtherVersion(_ moment: LiveGeneration) -> Bool {
        moment.report?.matchedShare.map { $0 < leastShare } ?? false
    }

    /// A producer and a feed may be a day apart; below this share they belong to different
    /// versions.
    private static let leastShare = 0.8
}

package struct ShownLive: Sendable {
    package let kind: RealtimeState.Kind?
    package let stamp: LiveStamp
    /// Nil where no message counts.
    package let at: String?

    /// The boards of some places, or everything else if nil.
    package init(
        _ view: LiveView, places: Set<StopID>?, kind: RealtimeState.Kind?,
        sources: Set<ExactText>? = nil
    ) {
        self.kind = kind
        let moment = view.moment
        let state = moment.sources.state(
            of: kind,
            shown: sources ?? (kind == .tripUpdates ? places.map(moment.sources(at:)) : nil))
        at = state.at.map { Timestamp.text(Int($0.timeIntervalSince1970)) }
        stamp = LiveStamp(
            number: view.number(of: places), freshness: state.freshness,
            isPartial: state.freshness.isApplied && moment.sources.isPartial(kind),
            isOfOtherVersion: view.isOfOtherVersion,
            isModified: (kind ?? .tripUpdates) == .tripUpdates && moment.isModified(at: places))
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
}
