import Foundation
import TransitBundle

extension EveryQuestion {
    mutating func askAboutTrips(now: Date) async {
        let bundle = bundle
        let date = bundle.date(at: now)
        let ids =
            await ask {
                try await bundle.read {
                    try $0.rows("SELECT cast(trip_id AS TEXT) FROM trip") { $0.text(0) }
                }
            } ?? []
        for id in some(ids, of: 3) + ["L2-N", "333-E1"] {
            _ = await ask {
                try await bundle.run(tripID: id, startDate: nil, startTime: nil, now: now)
            }
            guard let trip = await ask({ try await bundle.trip(id: id) }) else { continue }
            let calls = await ask { try await bundle.calls(of: trip) } ?? []
            _ = await ask { try await bundle.calls(of: trip, on: date) }
            _ = await ask { try await bundle.continuation(ofTrip: trip.tripID, on: date) }
            _ = await ask { try await bundle.shape(of: trip) }
            if let first = calls.first, let last = calls.last, first != last {
                _ = await ask {
                    try await bundle.path(
                        of: trip, from: first.stopSequence, to: last.stopSequence)
                }
            }
        }
        _ = await ask {
            try await bundle.run(
                tripID: "L2-N", startDate: date, startTime: ServiceTime(hours: 6, minutes: 10))
        }
        for id in ["T1N", "333E"] { _ = await ask { try await bundle.shape(id: id) } }
        _ = await ask { try await bundle.fares() }
        _ = await ask { try await bundle.bookingRule(id: "BOOK-NOW") }
    }

    mutating func askAboutPlaces(now: Date) async {
        let bundle = bundle
        let date = bundle.date(at: now)
        for id in ["QUAY", "HH", "SB"] {
            guard let stop = await ask({ try await bundle.stop(id: id) }) else { continue }
            _ = await ask { try await bundle.transfers(at: stop) }
            _ = await ask { try await bundle.pathways(at: stop) }
            _ = await ask { try await bundle.areas(of: stop) }
            _ = await ask { try await bundle.flexibleServices(at: stop, on: date) }
            let departures = await ask { try await bundle.departures(from: stop, at: now) } ?? []
            for departure in departures.prefix(3) {
                _ = await ask { try JSONEncoder().encode(departure) }
                _ = await ask { try await bundle.continuation(of: departure) }
            }
        }
        let routes = await ask { try await bundle.routes() } ?? []
        for route in some(routes) {
            _ = await ask { try await bundle.timetables(of: route, on: date) }
            _ = await ask { try await bundle.fares(of: route) }
            _ = await ask { try await bundle.networks(of: route) }
        }
    }
}
