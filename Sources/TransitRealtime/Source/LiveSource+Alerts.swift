package import Foundation
package import TransitBundle
package import TransitModel

extension LiveSource {
    func alerts(about subject: AlertSubject, at moment: Date?) async throws -> [ServiceAlert] {
        guard !live.alerts.isEmpty else { return [] }
        return live.alerts.shown(try await places(of: subject), at: moment)
            .map { $0.spoken(in: language ?? live.alerts.ownLanguage) }
    }

    private func places(of subject: AlertSubject) async throws -> Set<Int32> {
        switch subject {
        case .everything: return live.alerts.all
        case .feed: return live.alerts.ofFeed
        case .stop(let stop):
            var known = KnownPlaces()
            return try await live.alerts.alerts(of: stop, among: &known, in: source)
        case .route(let route): return live.alerts.alerts(about: route)
        case .trip(let trip, let date, let start):
            return try await alerts(of: trip, on: date, start)
        }
    }

    private func alerts(
        of trip: Trip, on date: ServiceDate, _ start: ServiceTime?
    ) async throws -> Set<Int32> {
        var found = live.alerts.ofFeed
        var caller = try await AlertedCaller(trip, on: date, start, in: source)
        for call in try await liveCalls(of: trip, on: date, startTime: start) {
            let alerted = try await caller.alerted(call)
            found.formUnion(live.alerts.alerts(at: alerted.places))
            found.formUnion(live.alerts.alerts(about: alerted))
        }
        return found
    }
}

extension LiveGeneration {
    /// The alerts of a board: for its rows, its stops and the feed, each once, on a clock.
    package func alerts(
        of events: [StopEvent], at stops: [Stop], shown moment: Date, in zone: TimeZone,
        over source: any TransitSource, language: LanguageRanks
    ) async throws -> [ServiceAlert] {
        var ids = try await alertIDs(ofBoardAt: stops, over: source)
        for event in events { ids.formUnion((event.realtime?.alerts ?? []).map(\.exact)) }
        return alerts(ids, shown: moment, in: zone, language: language)
    }

    /// The alerts of a board whatever its rows are: for its stops and the feed, at all times.
    package func alertIDs(
        ofBoardAt stops: [Stop], over source: any TransitSource
    ) async throws -> Set<ExactText> {
        guard !alerts.isEmpty else { return [] }
        var known = KnownPlaces()
        var found = alerts.ofFeed
        for stop in stops {
            found.formUnion(try await alerts.alerts(of: stop, among: &known, in: source))
        }
        return Set(found.map { alerts[$0].id.exact })
    }

    package func alerts(
        _ ids: Set<ExactText>, shown moment: Date, in zone: TimeZone, language: LanguageRanks
    ) -> [ServiceAlert] {
        alerts.shown(alerts.alerts(ids), at: moment)
            .map { $0.spoken(in: language).converted(to: zone) }
    }
}

extension AlertIndex {
    fileprivate func alerts(
        of stop: Stop, among known: inout KnownPlaces, in source: any TransitSource
    ) async throws -> Set<Int32> {
        alerts(at: try await known.places(of: stop, in: source)).union(alerts(below: stop.stopID))
    }
}
