package import Foundation
package import TransitModel

/// The states of the sources of live data at one moment: each has an age of its own, and each kind of live
/// data gets old by its own measure.
package struct SourceStates: Hashable, Sendable {
    /// A source.
    package struct Source: Hashable, Sendable {
        package let name: ExactText
        /// When its last good message was made; nil without one.
        package let at: Date?
        /// The kinds that it has sent.
        let kinds: Set<RealtimeState.Kind>
        /// By kind.
        private let freshness: [RealtimeState.Kind: RealtimeState.Freshness]

        /// A source with a message.
        init(_ kept: RealtimeMessages.Kept, now: Date) {
            name = kept.name.exact
            at = kept.at
            kinds = kept.kinds
            freshness = Dictionary(
                uniqueKeysWithValues: RealtimeState.Kind.allCases.map {
                    ($0, $0.freshness(age: kept.age(at: now)))
                })
        }

        /// A source that has sent none so far.
        ///
        /// - Parameter hasFailed: whether it was asked.
        init(silent name: ExactText, hasFailed: Bool) {
            self.name = name
            at = nil
            kinds = []
            let word: RealtimeState.Freshness = hasFailed ? .missing : .starting
            freshness = Dictionary(
                uniqueKeysWithValues: RealtimeState.Kind.allCases.map { ($0, word) })
        }

        func freshness(of kind: RealtimeState.Kind) -> RealtimeState.Freshness {
            freshness[kind] ?? .starting
        }

        /// How fresh it is as a whole: as the first of its kinds.
        package var state: RealtimeState.Freshness {
            freshness(of: RealtimeState.Kind.allCases.first(where: kinds.contains) ?? .tripUpdates)
        }
    }

    /// Those with a message first.
    package let sources: [Source]

    /// How fresh the answers of the feed as a whole are.
    package var state: RealtimeState { state(of: nil) }

    /// How fresh the live data of one kind is: that of the sources that count, else of those that do not.
    ///
    /// - Parameters:
    ///   - kind: nil for the first kind that the feed has, which also stands in for one that it has not.
    ///   - shown: the sources that an answer shows; nil where it may show all.
    package func state(
        of kind: RealtimeState.Kind?, shown: Set<ExactText>? = nil
    ) -> RealtimeState {
        let (kind, all) = bearers(of: kind)
        let applied = all.filter { $0.freshness(of: kind).isApplied }
        // A position is as good as a time, and gets old alike.
        let told: Set = kind == .tripUpdates ? [kind, .vehicles] : [kind]
        let here = sources.filter { source in
            shown?.contains(source.name) ?? false && !source.kinds.isDisjoint(with: told)
                && source.freshness(of: kind).isApplied
        }
        // Nothing tells which source serves a place without news.
        let counting = [here, applied, all].first { !$0.isEmpty } ?? []
        return RealtimeState(
            counting.map { $0.freshness(of: kind) }.max() ?? .starting,
            at: counting.filter { $0.freshness(of: kind).isApplied }.compactMap(\.at).min())
    }

    /// Whether a source does not count that has live data of a kind, or may have.
    package func isPartial(_ kind: RealtimeState.Kind?) -> Bool {
        let (kind, all) = bearers(of: kind)
        return (all + sources.filter { $0.at == nil }).contains {
            !$0.freshness(of: kind).isApplied
        }
    }

    /// The sources with live data of a kind.
    private func bearers(
        of kind: RealtimeState.Kind?
    ) -> (kind: RealtimeState.Kind, sources: [Source]) {
        let first = RealtimeState.Kind.allCases.first { kind in
            sources.contains { $0.kinds.contains(kind) }
        }
        for kind in [kind, first].compactMap({ $0 }) {
            let found = sources.filter { $0.kinds.contains(kind) }
            if !found.isEmpty { return (kind, found) }
        }
        return (.tripUpdates, sources)
    }
}
