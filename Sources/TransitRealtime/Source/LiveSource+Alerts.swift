import Foundation
import TransitBundle
import TransitModel

extension LiveSource {
    func alerts(about subject: AlertSubject, at moment: Date?) async throws -> [ServiceAlert] {
        guard !live.alerts.isEmpty else { return [] }
        let match = (language ?? live.language).map(LanguageMatch.init)
        return live.alerts.shown(try await places(of: subject), at: moment)
            .map { $0.spoken(in: match) }
    }

    /// The places of alerts in the order of display.
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
            return found.union(index.alerts(events.flatMap { $0.realtime?.alerts ?? [] }))
        }
    }

    /// The alerts about a run, its calls, and the stops where it calls.
    private func alerts(
        of trip: Trip, on date: ServiceDate, _ start: ServiceTime?
    ) async throws -> Set<Int32> {
        var known = KnownPlaces()
        let route = try await known.route(trip.routeID, in: source)
        var found: Set<Int32> = []
        for call in try await calls(of: trip, on: date, startTime: start) {
            var places: [String] = []
            if let stop = call.scheduled.stop {
                places = try await known.places(of: stop, in: source)
            }
            if let platform = call.realtime?.stopID {
                places += try await known.places(ofStop: platform, in: source)
            }
            found.formUnion(live.alerts.alerts(at: places))
            let alerted = AlertedCall(
                tripID: trip.tripID, day: date.dayNumber, start: start?.seconds,
                routeID: trip.routeID, route: route, directionID: trip.directionID, places: places)
            found.formUnion(live.alerts.alerts(about: alerted))
        }
        return found
    }

    func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle] {
        var found: [LiveVehicle] = []
        for vehicle in live.vehicles.vehicles where filter.admits(vehicle.position) {
            found.append(
                vehicle.needsPath
                    ? vehicle.byPath(try await callOnPath(vehicle)) : vehicle.position)
        }
        return found
    }

    /// The call at the end of the nearest part of the path between two calls.
    private func callOnPath(
        _ vehicle: PlacedVehicle
    ) async throws -> LiveVehicle.NextCall? {
        guard let run = vehicle.key,
            let trip = try await knownTrip(run.tripID.text)
        else { return nil }
        let calls = try await source.calls(of: trip).filter { $0.stop?.coordinate != nil }
        var nearest: (meters: Double, call: Call)?
        for (call, next) in zip(calls, calls.dropFirst()) {
            let path = try await source.path(
                of: trip, from: call.stopSequence, to: next.stopSequence)
            guard let meters = vehicle.position.coordinate.meters(toPath: path) else { continue }
            if nearest.map({ meters < $0.meters }) ?? true { nearest = (meters, next) }
        }
        return nearest.map {
            LiveVehicle.NextCall(
                stopSequence: $0.call.stopSequence, stopID: $0.call.stopID, isByPlace: true)
        }
    }

    private func knownTrip(_ id: String) async throws -> Trip? {
        var known = KnownPlaces()
        return try await known.trip(id, in: source)
    }
}

extension Coordinate {
    /// The distance to the nearest point of a path; nil for a path without points.
    func meters(toPath path: [Coordinate]) -> Double? {
        guard var nearest = path.first.map(meters(to:)) else { return nil }
        let width = cos(latitude * .pi / 180)
        func flat(_ point: Coordinate) -> (x: Double, y: Double) {
            // The short way around the earth.
            let east = (point.longitude - longitude).remainder(dividingBy: 360)
            return (east * width, point.latitude - latitude)
        }
        for (start, end) in zip(path, path.dropFirst()) {
            let (from, to) = (flat(start), flat(end))
            let (x, y) = (to.x - from.x, to.y - from.y)
            let length = x * x + y * y
            guard length > 0 else { continue }
            let part = min(max(-(from.x * x + from.y * y) / length, 0), 1)
            let (east, north) = (from.x + part * x, from.y + part * y)
            nearest = min(nearest, (east * east + north * north).squareRoot() * 111_195)
        }
        return nearest
    }
}
