package import Foundation
package import TransitBundle
package import TransitModel

/// Live data over a bundle at one moment: a server answers any number of questions from it, and none of
/// them mixes two states.
package struct LiveMoment: Sendable {
    private let live: LiveState
    private let key: RealtimeMessages.Current.Key
    /// When the newest message was made, even if it is too old to count; nil when none came.
    package let newest: Date?

    /// Whether all answers are those of the moment before.
    package func isLike(_ last: LiveMoment) -> Bool {
        key == last.key && !live.vehicles.ages(from: last.live.now, to: live.now)
            && hasSameAlerts(
                from: Int(last.live.now.timeIntervalSince1970),
                to: Int(live.now.timeIntervalSince1970.rounded(.up)))
    }

    /// The boards that differ from those of another moment.
    package enum Changes: Hashable, Sendable {
        /// All.
        case everywhere
        /// Those of some stations, and of stops without one, by `stop_id`.
        case at(Set<StopID>)
    }

    /// The moment of now.
    ///
    /// - Parameter last: the one before, over the same bundle; its messages need not be matched again.
    package init(
        of messages: RealtimeMessages, over bundle: TransitBundle, after last: LiveMoment?
    ) async throws {
        let current: RealtimeMessages.Current
        (live, current) = try await RealtimeSource.made(of: messages, over: bundle) { current in
            guard let last, last.key == current.key else { return nil }
            var live = last.live
            live.state = current.state
            live.now = current.now
            return live
        }
        key = current.key
        newest = current.newest
    }

    /// The steps that it took to lay the messages over the bundle.
    package var steps: Int { live.steps }

    /// How fresh the messages are.
    package var state: RealtimeState { live.state ?? RealtimeState(.expired) }

    /// How the messages fit the timetable; nil where none counts.
    package var report: MatchReport? { live.report }

    /// Runs that are canceled, and calls that are skipped.
    package var losses: (canceledRuns: Int, skippedCalls: Int) { live.losses }

    /// The number of alerts.
    package var alertCount: Int { live.alerts.all.count }

    /// The number of vehicles, and of those on a known run.
    package var vehicleCounts: (all: Int, matched: Int) {
        let vehicles = live.vehicles.vehicles
        return (vehicles.count, vehicles.count { $0.key != nil })
    }

    /// The bundle with the live data laid over it.
    ///
    /// - Parameters:
    ///   - source: the bundle, perhaps in a language.
    ///   - language: the tags that fit that of alerts.
    package func source(
        over source: any TransitSource, language: LanguageRanks
    ) -> any TransitSource {
        LiveSource(source: source, live: live, language: language)
    }

    /// The boards that differ from those of the moment before.
    package func changes(since last: LiveMoment) -> Changes {
        if live.alertsHash != last.live.alertsHash { return .everywhere }
        if live.vehicles.ages(from: last.live.now, to: live.now) { return .everywhere }
        guard key != last.key else { return .at([]) }
        return .at(
            live.marks.changes(since: last.live.marks).union(
                live.vehicles.marks.changes(since: last.live.vehicles.marks)))
    }

    /// The tags of alerts that fit a language, by which their texts are chosen.
    ///
    /// - Parameter language: nil for the feed's.
    package func alertRanks(of language: LanguageMatch?) -> LanguageRanks {
        language.map(live.alerts.ranks) ?? live.alerts.ownLanguage
    }

    /// Whether all texts of alerts are in a language.
    package func areAlerts(in language: LanguageRanks) -> Bool { live.alerts.areAll(in: language) }

    // MARK: Alerts of boards that are put together from hours

    /// The alerts with some ids that riders see at a moment, in order.
    ///
    /// - Parameter language: the tags that fit it.
    package func alerts(
        _ ids: Set<ExactText>, at moment: Date, language: LanguageRanks
    ) -> [ServiceAlert] {
        live.alerts.shown(live.alerts.alerts(ids), at: moment)
            .map { $0.spoken(in: language) }
    }

    /// Whether riders see the same alerts at two moments, the later one second; in seconds since 1970.
    package func hasSameAlerts(from start: Int, to end: Int) -> Bool {
        live.alerts.isSteady(from: Double(start), to: Double(end))
    }
}

extension TransitSource {
    /// The `stop_id` of the stations of some stops, or of those without one: where live data is counted.
    package func stations(of stops: [Stop]) async throws -> Set<StopID> {
        var tops: Set<StopID> = []
        for stop in stops {
            // A boarding area is part of a platform, which is part of the station.
            if stop.kind == .boardingArea, let platform = stop.parentStation, !platform.isEmpty {
                do {
                    tops.insert(StopID(try await self.stop(id: platform).place))
                } catch TransitSourceError.notFound {
                    tops.insert(StopID(stop.place))
                }
            } else {
                tops.insert(StopID(stop.place))
            }
        }
        return tops
    }
}
