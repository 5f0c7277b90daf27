import Foundation
import TransitBundle
import TransitModel

extension LiveSource {
    func alerts(about subject: AlertSubject, at moment: Date?) async throws -> [ServiceAlert] {
        guard !live.alerts.isEmpty else { return [] }
        return live.alerts.shown(try await places(of: subject), at: moment)
            .map { $0.spoken(in: language ?? live.alerts.ownLanguage) }
    }

    private func places(of subject: AlertSubject) async throws -> Set<Int32> {
        let index = live.alerts
        var known = KnownPlaces()
        func alertsOfStop(_ stop: Stop) async throws -> Set<Int32> {
            index.alerts(at: try await known.places(of: stop, in: source))
                .union(index.alerts(below: stop.stopID))
        }
        switch subject {
        case .everything: return index.all
        case .feed: return index.ofFeed
        case .stop(let stop): return try await alertsOfStop(stop)
        case .route(let route): return index.alerts(about: route)
        case .trip(let trip, let date, let start):
            return try await alerts(of: trip, on: date, start)
        case .board(let stops, let events):
            var found = index.ofFeed
            for stop in stops { found.formUnion(try await alertsOfStop(stop)) }
            return found.union(
                index.alerts(events.flatMap { $0.realtime?.alerts ?? [] }.map(\.exact)))
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
