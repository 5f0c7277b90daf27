import Foundation
import TestSupport
import Testing
import TransitBundle
import TransitRealtime

@Suite("Vehicles of live data") struct VehicleTests {
    private let town: Town

    init() throws {
        town = try Town()
    }

    /// A position in a message from 08:00, or with updates beside it.
    private func live(
        _ trip: String? = "T1", day: String? = nil, start: String? = nil, sequence: Int64? = nil,
        stop: String? = nil, status: Int64? = nil, measured: String = "08:00",
        place: (Float, Float)? = (48.0, 2.05), wheelchairs: Int64? = nil, carriages: [Int64] = [],
        updates: [MadeUpdate] = [], in town: Town? = nil
    ) throws -> RealtimeSource {
        let message = WireMessage { message in
            message.message(1) { head in
                head.text(1, "2.0")
                head.number(3, Int64(Town.at("08:00")))
            }
            message.message(2) { entity in
                entity.text(1, "v")
                entity.message(4) { vehicle in
                    vehicle.message(1) { run in
                        trip.map { run.text(1, $0) }
                        start.map { run.text(2, $0) }
                        day.map { run.text(3, $0) }
                    }
                    if let place {
                        vehicle.message(2) { position in
                            position.float(1, place.0)
                            position.float(2, place.1)
                        }
                    }
                    sequence.map { vehicle.number(3, $0) }
                    status.map { vehicle.number(4, $0) }
                    vehicle.number(5, Int64(Town.at(measured)))
                    stop.map { vehicle.text(7, $0) }
                    vehicle.message(8) { descriptor in
                        descriptor.text(2, "1203")
                        wheelchairs.map { descriptor.number(4, $0) }
                    }
                    vehicle.number(9, 2)
                    for number in carriages {
                        vehicle.message(11) { carriage in
                            carriage.text(1, "c\(number)")
                            carriage.number(5, number)
                        }
                    }
                }
            }
        }.bytes
        return try (town ?? self.town).live(
            [message] + (updates.isEmpty ? [] : [MadeUpdate.message(updates, header: "08:00")]))
    }

    private func next(_ source: RealtimeSource) async throws -> LiveVehicle.NextCall? {
        try await source.vehicles(matching: VehicleFilter()).first?.nextCall
    }

    @Test("The next call has the number of the timetable, whatever the status, also 0")
    func sequence() async throws {
        let words: [(Int64?, String)] = [
            (nil, "IN_TRANSIT_TO"), (0, "INCOMING_AT"), (1, "STOPPED_AT"),
        ]
        for (status, word) in words {
            let call = try await next(live(sequence: 10, status: status))
            #expect(call?.stopSequence == 10)
            #expect(call?.stopID == "B")
            #expect(call?.status == word)
        }
    }

    @Test("A vehicle with the wrong day of its run's update is on the same run")
    func misdated() async throws {
        let late = MadeUpdate(
            "N1", day: "20260305", stops: [MadeStop(1, departure: .time("24:08"))])
        let live = try live("N1", day: "20260305", sequence: 1, updates: [late])
        let vehicle = try await live.vehicles(matching: VehicleFilter()).first
        #expect(vehicle?.serviceDate == Town.day)
    }

    @Test("Without a number it is the stop, unless the trip calls there twice")
    func stop() async throws {
        #expect(try await next(live(stop: "S1"))?.stopSequence == 20)
        #expect(try await next(live(sequence: 5, stop: "S1"))?.stopSequence == 20)
        #expect(try await next(live(sequence: 20, stop: "S2"))?.stopSequence == 20)
    }

    @Test("At a stop where the trip calls twice, the path may tell at which of the calls")
    func stopOfSeveralCalls() async throws {
        var feed = Crosstown.feed
        // The way out goes by the market, in the north.
        feed["stops.txt"] = feed["stops.txt"]?
            .replacingOccurrences(of: "Market,48.0", with: "Market,48.1")
        let town = try Town(feed)
        let cases: [(place: (Float, Float)?, sequence: Int?)] = [
            (nil, nil), ((48.1, 2.1), nil), ((48.0, 2.15), 4),
        ]
        for (place, sequence) in cases {
            let call = try await next(live("L1", stop: "A", status: 1, place: place, in: town))
            #expect(call?.stopID == "A" && call?.status == "STOPPED_AT")
            #expect(call?.stopSequence == sequence && call?.isByPlace == (sequence != nil))
        }
    }

    @Test("At another platform, or at the station, it is the only call at that station")
    func station() async throws {
        for stop in ["S2", "S"] {
            let source = try live(stop: stop, status: 1, measured: "08:12")
            let call = try await next(source)
            #expect(call?.stopSequence == 20 && call?.stopID == "S1", "\(stop)")
            let events = try await source.departures(
                from: town.bundle.stop(id: "S1"), at: Town.date("08:00"))
            #expect(events.first?.realtime?.isAtStop == true, "\(stop)")
            // Another station precedes the number, as another stop does.
            #expect(try await next(live(sequence: 5, stop: stop))?.stopSequence == 20)
        }
        var feed = Crosstown.feed
        feed["stop_times.txt"]? += "T1,08:40:00,08:40:00,S2,40\n"
        let town = try Town(feed)
        for (stop, sequence) in [("S", nil), ("S1", 20), ("S2", 40)] {
            let call = try await next(live(stop: stop, place: nil, in: town))
            #expect(call?.stopSequence == sequence && call?.stopID == stop, "\(stop)")
        }
    }

    @Test("Without both it is the end of the nearest part of the path")
    func path() async throws {
        let call = try await next(live(place: (48.001, 2.25)))
        #expect(call?.stopSequence == 20 && call?.isByPlace == true)
        let away = try await live(place: (48.001, 2.25)).departures(
            from: town.bundle.stop(id: "S1"), at: Town.date("08:00"))
        #expect(away.first?.realtime?.stopsAway == nil)
    }

    @Test("Calls count how far away it is, skipped ones not, passed ones below zero")
    func stopsAway() async throws {
        func away(_ source: RealtimeSource) async throws -> [Int?] {
            let run = try await source.run(
                tripID: "T1", startDate: Town.day, startTime: nil, now: Town.date("08:00"))
            return run?.calls.map { $0.realtime?.stopsAway } ?? []
        }
        #expect(try await away(live(sequence: 10)) == [-1, 0, 1, 2])
        let skipped = MadeUpdate("T1", stops: [MadeStop(20, isSkipped: true)])
        #expect(try await away(live(sequence: 10, updates: [skipped])) == [-1, 0, 1, 1])
        let events = try await live(sequence: 10).departures(
            from: town.bundle.stop(id: "S1"), at: Town.date("08:00"))
        let news = try #require(events.first?.realtime)
        #expect(news.stopsAway == 1 && news.status == .scheduled && news.departure == nil)
        #expect(news.vehicle?.label == "1203" && news.occupancyStatus == "FEW_SEATS_AVAILABLE")
    }

    @Test("Old positions, and those that times contradict, do not count calls")
    func untrusted() async throws {
        func away(_ source: RealtimeSource) async throws -> Int? {
            try await source.departures(from: town.bundle.stop(id: "S1"), at: Town.date("08:00"))
                .first?.realtime?.stopsAway
        }
        #expect(try await away(live(sequence: 10, measured: "07:55")) == 1)
        #expect(try await away(live(sequence: 10, measured: "07:54:59")) == nil)
        let gone = MadeUpdate("T1", stops: [MadeStop(5, departure: .time("07:54"))])
        #expect(try await away(live(sequence: 5, updates: [gone])) == nil)
        let waiting = MadeUpdate("T1", stops: [MadeStop(10, departure: .time("08:15"))])
        #expect(try await away(live(sequence: 20, updates: [waiting])) == nil)
    }

    @Test("A vehicle without a trip, or of an unknown one, is for the map only")
    func withoutTrip() async throws {
        for trip in [nil, "unknown"] {
            let vehicles = try await live(trip, sequence: 10).vehicles(matching: VehicleFilter())
            #expect(vehicles.count == 1)
            #expect(vehicles.first?.serviceDate == nil)
            let board = try await live(trip, sequence: 10).departures(
                from: town.bundle.stop(id: "S1"), at: Town.date("08:00"))
            #expect(board.allSatisfy { $0.realtime == nil })
        }
    }

    @Test("One without a place, or at 0, 0, is there by its call alone", arguments: [0, 1, 2])
    func places(number: Int) async throws {
        let place: (Float, Float)? = [nil, (0, 0), (91, 2)][number]
        #expect(try await live(place: place).vehicles(matching: VehicleFilter()).isEmpty)
        #expect(
            try await live(nil, stop: "B", place: place).vehicles(matching: VehicleFilter())
                .isEmpty)
        let source = try live(sequence: 10, place: place)
        let vehicle = try #require(try await source.vehicles(matching: VehicleFilter()).first)
        #expect(vehicle.coordinate == nil)
        #expect(vehicle.nextCall?.stopSequence == 10 && vehicle.nextCall?.stopID == "B")
        let box = BoundingBox(south: -90, west: -180, north: 90, east: 180)
        #expect(try await source.vehicles(matching: VehicleFilter(box: box)).isEmpty)
        let events = try await source.departures(
            from: town.bundle.stop(id: "S1"), at: Town.date("08:00"))
        #expect(events.first?.realtime?.stopsAway == 1)
    }

    @Test("A vehicle that stands at the stop of a row says so")
    func atStop() async throws {
        for (status, isAtStop) in [(nil as Int64?, false), (0, false), (1, true)] {
            let events = try await live(sequence: 20, status: status, measured: "08:12")
                .departures(
                    from: town.bundle.stop(id: "S1"), at: Town.date("08:00"))
            let news = try #require(events.first?.realtime)
            #expect(news.stopsAway == 0 && news.isAtStop == isAtStop)
        }
        let before = try await live(sequence: 10, status: 1).departures(
            from: town.bundle.stop(id: "S1"), at: Town.date("08:00"))
        #expect(before.first?.realtime?.isAtStop == false)
    }

    /// Positions of vehicles on one run, each with its label and when it was measured, and an update of
    /// the run with a vehicle.
    private func several(
        _ vehicles: [(label: String, measured: String)], updated: MadeUpdate? = nil
    ) async throws -> (board: String?, trip: String?, all: [String?]) {
        let message = WireMessage { message in
            message.message(1) { head in
                head.text(1, "2.0")
                head.number(3, Int64(Town.at("08:05")))
            }
            for (label, measured) in vehicles {
                message.message(2) { entity in
                    entity.text(1, label)
                    entity.message(4) { vehicle in
                        vehicle.message(1) { $0.text(1, "T1") }
                        vehicle.message(2) { position in
                            position.float(1, 48)
                            position.float(2, 2.05)
                        }
                        vehicle.number(3, 10)
                        vehicle.number(5, Int64(Town.at(measured)))
                        vehicle.message(8) { $0.text(2, label) }
                    }
                }
            }
        }.bytes
        let source = try town.live(
            [message]
                + (updated.map { [MadeUpdate.message([$0], header: "08:05")] } ?? []))
        let events = try await source.departures(
            from: town.bundle.stop(id: "S1"), at: Town.date("08:00"))
        let all = try await source.vehicles(matching: VehicleFilter())
        #expect(all.count == vehicles.count)
        return (
            events.first?.realtime?.vehicle?.label,
            all.first { $0.serviceDate != nil }?.vehicle?.label,
            all.filter { $0.serviceDate != nil }.map(\.vehicle?.label)
        )
    }

    @Test("A run has one vehicle: the newest by its own time, of equally new ones the last")
    func oneVehicle() async throws {
        for (vehicles, label) in [
            ([("a", "08:01"), ("b", "08:02")], "b"), ([("a", "08:02"), ("b", "08:01")], "a"),
            ([("a", "08:01"), ("b", "08:01")], "b"),
        ] {
            let found = try await several(vehicles)
            #expect(found.board == label && found.trip == label && found.all == [label])
        }
        // MadeUpdate writes the label of a vehicle.
        let older = MadeUpdate("T1", measured: "08:00", delay: 60, vehicle: "c")
        let named = try await several([("a", "08:01")], updated: older)
        #expect(named.board == "a" && named.all == ["a"])
        let newer = MadeUpdate("T1", measured: "08:03", delay: 60, vehicle: "c")
        let replaced = try await several([("a", "08:01")], updated: newer)
        #expect(replaced.board == "c" && replaced.all.isEmpty)
    }

    @Test("A place has the decimals of the message")
    func decimals() async throws {
        let vehicle = try await live(place: (48.1234, 2.05)).vehicles(matching: VehicleFilter())
        #expect(vehicle.first?.coordinate == Coordinate(latitude: 48.1234, longitude: 2.05))
    }

    @Test("Carriages whose numbers are not 1, 2, 3 are dropped")
    func carriages() async throws {
        func ids(_ numbers: [Int64]) async throws -> [String?] {
            try await live(carriages: numbers).vehicles(matching: VehicleFilter())
                .flatMap { $0.carriages.map(\.id) }
        }
        #expect(try await ids([1, 2, 3]) == ["c1", "c2", "c3"])
        #expect(try await ids([1, 3]).isEmpty)
        #expect(try await ids([2, 1]).isEmpty)
    }

    @Test("A vehicle's word on wheelchairs holds instead of the trip's")
    func wheelchairs() async throws {
        for (code, expected) in [(2, Accessibility.accessible), (3, .notAccessible), (1, .unknown)]
        {
            let events = try await live(sequence: 10, wheelchairs: Int64(code)).departures(
                from: town.bundle.stop(id: "S1"), at: Town.date("08:00"))
            #expect(events.first?.accessibility == expected)
        }
    }

    @Test("A run of a headway, a copy and an added run have theirs")
    func otherRuns() async throws {
        let frequent = try await live("F0", day: "20260304", start: "12:03:00", stop: "D")
            .departures(from: town.bundle.stop(id: "C"), at: Town.date("12:00"))
        #expect(frequent.first { $0.startTime?.seconds == 43_200 }?.realtime?.vehicle != nil)
        let headway = MadeUpdate(
            "F0", day: "20260304", start: "12:13:00",
            stops: [MadeStop(1, departure: .time("12:14"))])
        let unclear = try await live("F0", day: "20260304", stop: "D", updates: [headway])
            .departures(from: town.bundle.stop(id: "C"), at: Town.date("12:00"))
        #expect(unclear.contains { $0.realtime != nil })
        #expect(unclear.allSatisfy { $0.realtime?.vehicle == nil })
        let added = MadeUpdate(
            "X1", .new, day: "20260304",
            stops: [
                MadeStop(1, id: "A", departure: .time("08:05")),
                MadeStop(2, id: "C", arrival: .time("08:15")),
            ])
        let source = try live("X1", day: "20260304", sequence: 1, updates: [added])
        let board = try await source.departures(
            from: town.bundle.stop(id: "A"), at: Town.date("08:00"))
        #expect(board.first { $0.tripID == "X1" }?.realtime?.stopsAway == 0)
    }

    @Test("Of a headway without exact times it has its own start, in the row expected there")
    func ownStart() async throws {
        let source = try live(
            "F0", day: "20260304", start: "12:03:00", stop: "D", status: 1, measured: "12:08")
        let vehicles = try await source.vehicles(matching: VehicleFilter())
        #expect(vehicles.first?.startTime == ServiceTime(hours: 12, minutes: 3))
        let board = try await source.departures(
            from: town.bundle.stop(id: "C"), at: Town.date("12:00"))
        #expect(board.first?.startTime == ServiceTime(hours: 12, minutes: 0))
        #expect(board.first?.realtime?.vehicle != nil && board.first?.realtime?.stopsAway == -1)
        #expect(board.dropFirst().allSatisfy { $0.realtime == nil })
        let generation = try await LiveGeneration(
            of: source.messages, over: town.bundle, after: nil)
        let starts = generation.starts(ofTrip: "F0")
        #expect(starts.map(\.time.description) == ["12:03:00"])
        // The row links to the run that is expected: its calls say the same, but the vehicle is of
        // another start.
        for (minutes, count) in [(3, 1), (0, 0)] {
            let run = try #require(
                try await source.run(
                    tripID: "F0", startDate: Town.day,
                    startTime: ServiceTime(hours: 12, minutes: minutes), now: Town.date("12:00")))
            #expect(run.vehicle(among: vehicles) == vehicles.prefix(count).first)
            #expect(run.calls.map(\.realtime?.stopsAway) == [-1, 0])
        }
        let exact = try await live("F1", day: "20260304", start: "14:10:00", stop: "D")
            .vehicles(matching: VehicleFilter())
        #expect(exact.first?.startTime == ServiceTime(hours: 14, minutes: 10))
    }

    @Test("Without a start a vehicle is on no run of a headway, also not a replaced or added one")
    func withoutStart() async throws {
        for (kind, start) in [
            (nil, "12:13:00"), (.replacement, "12:10:00"), (.unscheduled, "13:30:00"),
            (.new, "13:30:00"),
        ] as [(MadeUpdate.Kind?, String)] {
            let update = MadeUpdate(
                "F0", kind, day: "20260304", start: start,
                stops: [MadeStop(1, id: "C", departure: .time("12:14"))])
            for day in ["20260304", nil] {
                let vehicles = try await live("F0", day: day, stop: "D", updates: [update])
                    .vehicles(matching: VehicleFilter())
                #expect(vehicles.first?.serviceDate == nil && vehicles.first?.startTime == nil)
                #expect(vehicles.count == 1)
            }
        }
        let added = MadeUpdate(
            "F0", .new, day: "20260304",
            stops: [MadeStop(1, id: "C", departure: .time("12:14"))])
        let named = try await live("F0", start: "12:10:00", stop: "D", updates: [added])
            .vehicles(matching: VehicleFilter())
        #expect(named.first?.startTime?.seconds == 43_800)
    }

    @Test("An added run of a trip that a headway repeats has its own vehicle, not that of a run")
    func ownRun() async throws {
        let added = MadeUpdate(
            "F0", day: "20260304", start: "13:30:00",
            stops: [MadeStop(1, departure: .time("13:31"))])
        for (own, asked) in [("12:10:00", "13:30:00"), ("13:30:00", "12:10:00")] {
            let source = try live("F0", day: "20260304", start: own, stop: "D", updates: [added])
            let vehicles = try await source.vehicles(matching: VehicleFilter())
            for (start, count) in [(own, 1), (asked, 0)] {
                let run = try await source.run(
                    tripID: "F0", startDate: Town.day, startTime: ServiceTime(cellText: start),
                    now: Town.date("12:00"))
                #expect(
                    try #require(run).vehicle(among: vehicles) == vehicles.prefix(count).first,
                    "\(own) \(start)")
            }
        }
    }

    @Test("Vehicles are chosen by box, route and trip")
    func filters() async throws {
        let source = try live(sequence: 10)
        func count(_ filter: VehicleFilter) async throws -> Int {
            try await source.vehicles(matching: filter).count
        }
        let box = BoundingBox(south: 47.9, west: 2, north: 48.1, east: 2.1)
        #expect(try await count(VehicleFilter(box: box, routeID: "R", tripID: "T1")) == 1)
        #expect(try await count(VehicleFilter(routeID: "L")) == 0)
        #expect(try await count(VehicleFilter(tripID: "T2")) == 0)
        let far = BoundingBox(south: 0, west: 0, north: 1, east: 1)
        #expect(try await count(VehicleFilter(box: far)) == 0)
    }
}
