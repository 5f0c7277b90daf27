import Foundation
import GRDB
import Testing
import TransitBundle

extension CannedSource {
    /// The stops, routes and trips of a bundle.
    ///
    /// - Parameter day: takes the trips that run on that day alone; all if nil.
    init(of bundle: TransitBundle, on day: ServiceDate? = nil) async throws {
        self.init(description: try await bundle.feed())
        allRoutes = try await bundle.routes()
        (allStops, levels) = try await bundle.read {
            (try Stop.fetchAll($0), try Level.fetchAll($0))
        }
        for trip in try await bundle.read({ try Trip.fetchAll($0) }) {
            let headways = try await bundle.headways(of: trip)
            if let day {
                let run = try await bundle.run(
                    tripID: trip.tripID, startDate: day, startTime: headways.first?.startTime)
                guard run != nil else { continue }
            }
            trips.append(trip)
            calls[trip.tripID] = try await bundle.calls(of: trip)
            if !headways.isEmpty { self.headways[trip.tripID] = headways }
            if let shape = try await bundle.shape(of: trip), !shapes.contains(shape) {
                shapes.append(shape)
            }
        }
        for stop in allStops {
            pathways += try await bundle.details(of: stop).pathways.filter {
                !pathways.contains($0)
            }
            transfers += try await bundle.transfers(at: stop).filter { !transfers.contains($0) }
        }
        let windows = calls.values.joined().compactMap(\.flex)
        for id in Set(windows.flatMap { [$0.pickupBookingRuleID, $0.dropOffBookingRuleID] }) {
            if let id { bookingRules.append(try await bundle.bookingRule(id: id)) }
        }
        locationGroupStops = try await bundle.readWithGRDB { db in
            try Row.fetchAll(db, sql: "SELECT * FROM location_group_stops").map { row in
                var stop = LocationGroupStop()
                stop.locationGroupID = LocationGroupID(row["location_group_id"])
                stop.stopID = StopID(row["stop_id"])
                return stop
            }
        }
        pathways.sort { $0.pathwayID ?? "" < $1.pathwayID ?? "" }
    }
}

@Suite("Canned answers from the values of a bundle")
struct CannedAnswersTests {
    private let day = Result { try #require(ServiceDate(year: 2026, month: 11, day: 20)) }

    @Test("Routes and stops have the same answers")
    func network() async throws {
        let bundle = try await sampleBundle()
        let source = try await CannedSource(of: bundle)
        for route in source.allRoutes {
            #expect(try await source.directions(of: route) == bundle.directions(of: route))
            for direction in [nil, 0, 1] {
                #expect(
                    try await source.stops(of: route, direction: direction)
                        == bundle.stops(of: route, direction: direction))
            }
        }
        for stop in source.allStops {
            #expect(try await source.routes(of: stop) == bundle.routes(of: stop))
            #expect(try await source.details(of: stop) == bundle.details(of: stop))
            #expect(try await source.stop(id: "sid:\(stop.sid)") == stop)
            #expect(
                try await Set(source.transfers(at: stop)) == Set(bundle.transfers(at: stop)))
            // A canned source has no outlines of areas.
            #expect(
                try await source.flexibleAccess(at: stop)
                    == bundle.flexibleAccess(at: stop).filter { $0.location == nil })
        }
        for trip in source.trips {
            #expect(try await source.headways(of: trip) == bundle.headways(of: trip))
            #expect(try await source.shape(of: trip) == bundle.shape(of: trip))
        }
    }

    @Test("The trips of a day have the same boards, runs and timetables")
    func trips() async throws {
        let day = try day.get()
        let bundle = try await sampleBundle()
        let source = try await CannedSource(of: bundle, on: day)
        #expect(source.trips.count > 10)
        for route in source.allRoutes {
            #expect(
                try await source.timetables(of: route, on: day)
                    == bundle.timetables(of: route, on: day), "\(route.name)")
        }
        let morning = ServiceClock(timeZone: source.description.timeZone)
            .instant(day, ServiceTime(hours: 6, minutes: 0))
        for stop in source.allStops {
            #expect(
                try await source.flexibleServices(at: stop, on: day)
                    == bundle.flexibleServices(at: stop, on: day).filter { $0.location == nil })
            for kind in StopEvent.Kind.allCases {
                let events = try await source.events(
                    kind, at: [stop], from: morning, for: 12 * 3600, matching: .all)
                #expect(
                    try await bundle.events(
                        kind, at: [stop], from: morning, for: 12 * 3600, matching: .all) == events,
                    "\(stop.stopName)")
                for event in events {
                    #expect(try await source.run(of: event) == bundle.run(of: event))
                    #expect(
                        try await source.continuation(of: event) == bundle.continuation(of: event))
                }
            }
        }
        for trip in source.trips {
            let calls = try await source.calls(of: trip, on: day, startTime: nil)
            #expect(try await bundle.calls(of: trip, on: day) == calls)
            #expect(
                try await source.run(
                    tripID: trip.tripID, startDate: nil, startTime: nil,
                    now: calls.first?.departure ?? morning)
                    == bundle.run(tripID: trip.tripID, startDate: day))
        }
    }
}
