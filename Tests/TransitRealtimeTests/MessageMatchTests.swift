import GTFSRealtime
import TestSupport
import Testing
import TransitBundle
import TransitRealtime

@Suite("Matching whole messages") struct MessageMatchTests {
    private let town: Town

    init() throws {
        town = try Town()
    }

    private func match(_ messages: [UInt8]..., in town: Town? = nil) throws -> MessageMatch {
        let read = try messages.map { try FeedMessage($0) }
        let kept = RealtimeMessages(asOf: read)
        for (number, message) in read.enumerated() { kept.receive(message, from: "\(number)") }
        return try MessageMatch(of: kept, over: (town ?? self.town).bundle)
    }

    @Test("Every trip update that does not fit is listed, however many there are")
    func trips() throws {
        let unknown = (0..<50).map { MadeUpdate("X\($0)", stops: [MadeStop(1)]) }
        let report = try match(MadeUpdate.message(unknown, header: "08:00")).trips
        #expect(report.counts == [.unknownTrip: 50])
        #expect(report.samples[.unknownTrip]?.compactMap(\.tripID) == (0..<50).map { "X\($0)" })
        #expect(report.stopUpdates == 50 && report.ignoredStopUpdates == 0)
    }

    @Test("The share of updates that fit counts copies, those that fit and those that do not")
    func copies() throws {
        let copies = ["T1", "T2", "L1", "nobody"].map { (trip: String) in
            MadeUpdate(trip, .duplicated, copy: (trip + "-b", "20260304", "08:30:00"))
        }
        let report = try match(MadeUpdate.message(copies, header: "08:00")).trips
        #expect(report.counts == [.duplicated: 3, .unknownTrip: 1])
        #expect(report.matchedShare == 0.75)
    }

    @Test("Of many stop updates without a call, or of one call, a server keeps the first")
    func manyStops() async throws {
        let stops = (0..<5000).flatMap { _ in [MadeStop(), MadeStop(10, departure: .delay(60))] }
        let report = try await town.live(MadeUpdate("T1", stops: stops)).matchReport()
        #expect(report?.stopCounts == [.noStop: 5000, .superseded: 4999])
        #expect(report?.stopSamples.mapValues(\.count) == [.noStop: 20, .superseded: 20])
    }

    @Test("Every stop update without a call is listed with its reason")
    func stops() throws {
        let late = MadeStop.Event.delay(60)
        let updates = [
            MadeUpdate(
                "T1",
                stops: [
                    MadeStop(99, departure: late), MadeStop(departure: late),
                    MadeStop(id: "NOPE", departure: late), MadeStop(id: "C", departure: late),
                    MadeStop(10, id: "B", departure: late), MadeStop(10, departure: .delay(120)),
                ]),
            MadeUpdate("L1", stops: [MadeStop(id: "A", departure: late)]),
        ]
        let report = try match(MadeUpdate.message(updates, header: "08:00")).trips
        #expect(report.stopUpdates == 7)
        #expect(
            report.stopCounts
                == Dictionary(uniqueKeysWithValues: StopMismatch.allCases.map { ($0, 1) }))
        func sample(_ reason: StopMismatch) -> [String?] {
            let sample = report.stopSamples[reason]?.first
            return [sample?.tripID, sample?.stopSequence.map { "\($0)" }, sample?.stopID]
        }
        #expect(sample(.unknownSequence) == ["T1", "99", nil])
        #expect(sample(.noStop) == ["T1", nil, nil])
        #expect(sample(.unknownStop) == ["T1", nil, "NOPE"])
        #expect(sample(.otherStop) == ["T1", nil, "C"])
        #expect(sample(.superseded) == ["T1", "10", "B"])
        #expect(sample(.ambiguous) == ["L1", nil, "A"])
    }

    @Test("Vehicles have the outcomes of trip updates; those that cannot be placed are listed")
    func vehicles() throws {
        func message(_ vehicles: [(id: String, trip: String?, at: String, isPlaced: Bool)])
            -> [UInt8]
        {
            WireMessage { message in
                message.message(1) { head in
                    head.text(1, "2.0")
                    head.number(3, Int64(Town.at("08:00")))
                }
                for (id, trip, at, isPlaced) in vehicles {
                    message.message(2) { entity in
                        entity.text(1, "entity-" + id)
                        entity.message(4) { vehicle in
                            if let trip { vehicle.message(1) { $0.text(1, trip) } }
                            if isPlaced {
                                vehicle.message(2) { position in
                                    position.float(1, 48)
                                    position.float(2, 2.05)
                                }
                            }
                            vehicle.number(5, Int64(Town.at(at)))
                            vehicle.message(8) { $0.text(1, id) }
                        }
                    }
                }
            }.bytes
        }
        let found = try match(
            message([
                ("new", "T1", "08:00", true), ("old", "T1", "07:59", true),
                ("free", nil, "08:00", true), ("lost", "X1", "08:00", true),
                ("nowhere", "T2", "08:00", false),
            ]))
        #expect(
            found.vehicles.counts == [.matched: 1, .superseded: 1, .noTrip: 1, .unknownTrip: 1])
        #expect(found.vehicles.samples[.superseded]?.map(\.vehicleID) == ["old"])
        #expect(found.vehicles.samples[.noTrip]?.map(\.entityID) == ["entity-free"])
        #expect(found.vehicles.samples[.unknownTrip]?.map(\.tripID) == ["X1"])
        #expect(found.placeless.map(\.vehicleID) == ["nowhere"])
        #expect(found.trips.tripUpdates == 0)
    }

    @Test("Parts of alerts that the feed does not have are listed with their reason")
    func alerts() throws {
        let good: [MadeAlert.Part] = [
            .init(agency: "X"), .init(route: "R"), .init(type: 3), .init(stop: "S"),
            .init(trip: "T1"), .init(trip: "T1", day: "20260304"),
            .init(day: "20260304", start: "08:00:00", runOf: "R", runDirection: 0),
            .init(trip: "NEW"),
        ]
        let wrong: [(MadeAlert.Part, AlertFit.Mismatch)] = [
            (.init(), .empty), (.init(agency: "Y", route: "R"), .unknownAgency),
            (.init(route: "R99"), .unknownRoute), (.init(type: 1), .unknownType),
            (.init(route: "R", stop: "NOPE"), .unknownStop), (.init(trip: "T99"), .unknownTrip),
            (.init(runOf: "R"), .unknownTrip), (.init(trip: "T1", day: "20260305"), .notRunning),
        ]
        let added = MadeUpdate(
            "NEW", .new, day: "20260304", start: "09:00:00", route: "R",
            stops: [MadeStop(id: "A", departure: .time("09:00"))])
        let found = try match(
            MadeAlert.message([MadeAlert(good), MadeAlert(wrong.map(\.0), id: "b")]),
            MadeUpdate.message([added], header: "08:00")
        ).alerts
        #expect(found.alerts == 2 && found.parts == good.count + wrong.count)
        let expected = Dictionary(grouping: wrong, by: \.1).mapValues(\.count)
        #expect(found.samples.mapValues(\.count) == expected)
        #expect(found.samples.values.joined().allSatisfy { $0.entityID == "b" })
        #expect(found.samples[.unknownStop]?.first?.stopID == "NOPE")
    }

    @Test("A part of an alert whose agency, type, route and trip are not of each other is listed")
    func contradictory() throws {
        var feed = Town.feed
        feed["agency.txt"]? += "Y,Elsewhere,https://example.org,Europe/Paris\n"
        feed["routes.txt"]? += "Q,Y,5,2\n"
        let good: [MadeAlert.Part] = [
            .init(agency: "X", route: "R"), .init(agency: "Y", type: 2), .init(route: "Q", type: 2),
            .init(agency: "X", route: "R", type: 3, trip: "T1"), .init(agency: "Y", stop: "S"),
        ]
        let wrong: [MadeAlert.Part] = [
            .init(agency: "Y", route: "R"), .init(route: "R", type: 2),
            .init(route: "Q", trip: "T1"), .init(agency: "Y", trip: "T1"),
            .init(type: 2, trip: "T1"), .init(agency: "X", type: 2), .init(agency: "Y", type: 3),
        ]
        let found = try match(
            MadeAlert.message([MadeAlert(good), MadeAlert(wrong, id: "b")]), in: Town(feed)
        ).alerts
        #expect(found.samples.mapValues(\.count) == [.contradictory: wrong.count])
        #expect(found.samples[.contradictory]?.allSatisfy { $0.entityID == "b" } == true)
    }
}
