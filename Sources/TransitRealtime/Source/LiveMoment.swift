package import Foundation
package import TransitBundle
package import TransitModel

/// A server answers any number of questions from one moment, and none of them mixes two states.
package struct LiveMoment: Sendable {
    private let live: LiveState
    private let key: RealtimeMessages.Current.Key

    package func isLike(_ last: LiveMoment) -> Bool {
        key == last.key && live.sources == last.live.sources
            && !live.vehicles.ages(from: last.live.now, to: live.now)
            && hasSameAlerts(
                from: Int(last.live.now.timeIntervalSince1970),
                to: Int(live.now.timeIntervalSince1970.rounded(.up)))
    }

    package enum Changes: Hashable, Sendable {
        case everywhere
        case at(Set<StopID>)
    }

    /// Messages of the previous moment over the same bundle need not be matched again.
    package init(
        of messages: RealtimeMessages, over bundle: TransitBundle, after last: LiveMoment?
    ) async throws {
        let current: RealtimeMessages.Current
        (live, current) = try await RealtimeSource.made(of: messages, over: bundle) { current in
            guard let last, last.key == current.key else { return nil }
            var live = last.live
            live.sources = current.sources
            live.now = current.now
            return live
        }
        key = current.key
    }

    package var steps: Int { live.steps }

    package var sources: SourceStates { live.sources }

    package func sources(at places: Set<StopID>) -> Set<ExactText> {
        live.marks.sources(at: places)
    }

    /// The sources of a trip's runs on a day, with their vehicles.
    package func sources(ofTrip id: String, on date: ServiceDate) -> Set<ExactText> {
        live.sources(of: TripID(id), on: date.dayNumber)
    }

    package func sources(ofAlerts ids: [String]) -> Set<ExactText> { live.alerts.sources(of: ids) }

    package func sources(ofVehicles ids: [String]) -> Set<ExactText> {
        let ids = Set(ids.map(\.exact))
        return Set(
            live.vehicles.vehicles.filter { ids.contains($0.position.id.exact) }
                .map(\.source.exact))
    }

    /// Detours are not applied. Nil stands for any station.
    package func isModified(at places: Set<StopID>?) -> Bool {
        guard let places else { return !live.modifiedPlaces.isEmpty }
        return !live.modifiedPlaces.isDisjoint(with: places)
    }

    package var report: MatchReport? { live.report }

    package var losses: (canceledRuns: Int, skippedCalls: Int) { live.losses }

    package func coverage(of runs: [RunUnderWay]) -> LiveCoverage? { live.coverage(of: runs) }

    package var alertCount: Int { live.alerts.all.count }

    package var vehicleCounts: (all: Int, matched: Int) {
        let vehicles = live.vehicles.vehicles
        return (vehicles.count, vehicles.count { $0.key != nil })
    }

    package func source(
        over source: any TransitSource, language: LanguageRanks
    ) -> any TransitSource {
        LiveSource(source: source, live: live, language: language)
    }

    /// The start times of the runs of a trip of `frequencies.txt` that messages refer to: those
    /// that riders see, in order.
    package func starts(
        ofTrip id: String, in bundle: TransitBundle
    ) async throws -> [(date: ServiceDate, time: ServiceTime)] {
        try await live.runs(of: TripID(id), in: bundle)
            .compactMap { run in run.start.map { (day: run.day, start: $0) } }
            .sorted { $0 < $1 }
            .map { (ServiceDate(dayNumber: $0.day), ServiceTime(seconds: $0.start)) }
    }

    package func changes(since last: LiveMoment) -> Changes {
        if live.alertsHash != last.live.alertsHash { return .everywhere }
        if live.vehicles.ages(from: last.live.now, to: live.now) { return .everywhere }
        guard key != last.key else { return .at([]) }
        return .at(
            live.marks.changes(since: last.live.marks).union(
                live.vehicles.marks.changes(since: last.live.vehicles.marks)))
    }

    /// The best fit for a reader comes first; texts are chosen accordingly. Without wishes, any
    /// language will do.
    package func alertRanks(of wishes: [String]) -> LanguageRanks {
        live.alerts.ranks(of: wishes)
    }

    package func areAlerts(in language: LanguageMatch, by ranks: LanguageRanks) -> Bool {
        live.alerts.areAll(in: language, by: ranks)
    }

    // MARK: Alerts of boards that are put together from hours

    package func alerts(
        _ ids: Set<ExactText>, at moment: Date, language: LanguageRanks
    ) -> [ServiceAlert] {
        live.alerts.shown(live.alerts.alerts(ids), at: moment)
            .map { $0.spoken(in: language) }
    }

    /// The later moment is second; in seconds since 1970.
    package func hasSameAlerts(from start: Int, to end: Int) -> Bool {
        live.alerts.isSteady(from: Double(start), to: Double(end))
    }
}

extension TransitSource {
    /// The `stop_id`s of the stations of some stops, or of stops without a station: the places for
    /// which live data is counted.
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
