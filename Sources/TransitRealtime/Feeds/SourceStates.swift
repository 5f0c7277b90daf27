package import Foundation
package import TransitModel

/// Each source has its own age, and each kind of live data ages by its own measure.
package struct SourceStates: Hashable, Sendable {
    package struct Source: Hashable, Sendable {
        package let name: ExactText
        /// When its last good message was created; nil without one.
        package let at: Date?
        let kinds: Set<RealtimeState.Kind>
        private let freshness: [RealtimeState.Kind: RealtimeState.Freshness]

        init(_ kept: RealtimeMessages.Kept, now: Date) {
            name = kept.name.exact
            at = kept.at
            kinds = kept.kinds
            freshness = Dictionary(
                uniqueKeysWithValues: RealtimeState.Kind.allCases.map {
                    ($0, $0.freshness(age: kept.age(at: now)))
                })
        }

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

        /// As fresh as the first of its kinds.
        package var state: RealtimeState.Freshness {
            freshness(of: RealtimeState.Kind.allCases.first(where: kinds.contains) ?? .tripUpdates)
        }
    }

    /// Those with a message come first.
    package let sources: [Source]

    package var state: RealtimeState { state(of: nil) }

    /// When the newest message of the kind that ``state`` is about was created, even if it is too
    /// old to count; nil if none has arrived.
    package var newest: Date? { bearers(of: nil).sources.compactMap(\.at).max() }

    /// As fresh as the sources that count, or else those that do not. A nil `kind`, or one that the
    /// feed does not have, stands for the first one that it has. `shown` are the sources that an
    /// answer shows; nil where it may show all of them.
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

    /// True also for a source that may have live data of the kind.
    package func isPartial(_ kind: RealtimeState.Kind?) -> Bool {
        let (kind, all) = bearers(of: kind)
        return (all + sources.filter { $0.at == nil }).contains {
            !$0.freshness(of: kind).isApplied
        }
    }

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
