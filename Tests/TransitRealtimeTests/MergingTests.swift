import Testing
import TransitBundle
import TransitModel
import TransitRealtime

/// Rules 11 to 19, 23, 24 and 26: what updates say about the calls of a timetabled run.
@Suite("Laying updates over the timetable") struct MergingTests {
    private let town: Town

    init() throws {
        town = try Town()
    }

    private func boards(_ update: MadeUpdate, header: String = "07:00") async throws -> [String] {
        var rows: [String] = []
        for stop in ["A", "B", "S"] {
            let board = try await town.board(stop, update, header: header)
            rows += board.filter { $0.hasPrefix("T1") }
        }
        return rows
    }

    private func arrivals(_ stop: String, _ update: MadeUpdate) async throws -> [String] {
        try await town.board(stop, update, header: "07:00", kind: .arrival)
            .filter { $0.hasPrefix("T1") }
    }

    @Test("A time goes before a delay, but the delay is what goes on")
    func timeAndDelay() async throws {
        let update = MadeUpdate(
            "T1", stops: [MadeStop(5, departure: .both(delay: 45, time: "08:00:30"))])
        #expect(
            try await boards(update) == [
                "T1 08:00 08:00:30 updated", "T1 08:11 08:11:45 updated",
                "T1 08:21 08:21:45 updated",
            ])
    }

    @Test("Without a delay the one by the clock goes on")
    func computedDelay() async throws {
        let update = MadeUpdate("T1", stops: [MadeStop(5, departure: .time("08:00:30"))])
        #expect(try await boards(update).last == "T1 08:21 08:21:30 updated")
    }

    @Test("A time of 0 is none; one of 13 digits is in milliseconds; one beyond a day is none")
    func unusableTimes() async throws {
        func board(_ number: Int64) async throws -> String? {
            let stop = MadeStop(5, departure: .number(number))
            return try await town.board("A", MadeUpdate("T1", day: "20260304", stops: [stop])).first
        }
        #expect(try await board(0) == "T1 08:00 - scheduled")
        let time = Int64(Town.at("08:02"))
        #expect(try await board(time * 1000) == "T1 08:00 08:02 updated")
        #expect(try await board(time + 86_400 * 2) == "T1 08:00 - scheduled")
        let late = MadeUpdate("T1", stops: [MadeStop(5, departure: .delay(86_401))])
        #expect(try await town.board("A", late).first == "T1 08:00 - scheduled")
    }

    @Test("A delay of 0 is a delay")
    func zero() async throws {
        let update = MadeUpdate("T1", stops: [MadeStop(5, departure: .delay(0))])
        #expect(try await boards(update).last == "T1 08:21 08:21 updated")
    }

    @Test("A delay goes on to all later calls, over skipped ones, and not to earlier ones")
    func carriedOn() async throws {
        let update = MadeUpdate(
            "T1", stops: [MadeStop(10, departure: .delay(60)), MadeStop(20, isSkipped: true)])
        #expect(
            try await boards(update) == [
                "T1 08:00 - scheduled", "T1 08:11 08:12 updated", "T1 08:21 - skipped",
            ])
        #expect(try await arrivals("D", update) == ["T1 08:30 08:31 updated"])
    }

    @Test("An arrival alone moves the departure by its delay")
    func arrivalAlone() async throws {
        let update = MadeUpdate("T1", stops: [MadeStop(10, arrival: .time("08:12"))])
        #expect(try await boards(update)[1] == "T1 08:11 08:13 updated")
        #expect(try await arrivals("B", update) == ["T1 08:10 08:12 updated"])
    }

    @Test("A departure alone leaves the arrival with the delay before, and not after it")
    func departureAlone() async throws {
        let update = MadeUpdate(
            "T1", stops: [MadeStop(5, departure: .delay(30)), MadeStop(10, departure: .delay(120))])
        #expect(try await arrivals("B", update) == ["T1 08:10 08:10:30 updated"])
        let early = MadeUpdate(
            "T1", stops: [MadeStop(5, departure: .delay(300)), MadeStop(10, departure: .delay(0))])
        #expect(try await arrivals("B", early) == ["T1 08:10 08:11 updated"])
    }

    @Test("NO_DATA ends a delay and goes on, and is not on time")
    func noData() async throws {
        let update = MadeUpdate(
            "T1",
            stops: [
                MadeStop(5, departure: .delay(60)),
                MadeStop(10, departure: .delay(9), hasNoData: true),
            ])
        #expect(
            try await boards(update) == [
                "T1 08:00 08:01 updated", "T1 08:11 - no_data", "T1 08:21 - no_data",
            ])
    }

    @Test("A skipped call stays at its time, whatever time the update gives")
    func skipped() async throws {
        let update = MadeUpdate(
            "T1", stops: [MadeStop(10, departure: .time("08:50"), isSkipped: true)])
        #expect(try await boards(update)[1] == "T1 08:11 - skipped")
        #expect(try await arrivals("B", update) == ["T1 08:10 - skipped"])
    }

    @Test("An update without an event says nothing, and ends no delay")
    func noEvent() async throws {
        let update = MadeUpdate(
            "T1", stops: [MadeStop(5, departure: .delay(60)), MadeStop(10, departure: .number(0))])
        #expect(
            try await boards(update)[1...] == ["T1 08:11 08:12 updated", "T1 08:21 08:22 updated"])
    }

    @Test("The delay of the whole trip holds until the first stop update")
    func tripDelay() async throws {
        let update = MadeUpdate(
            "T1", delay: 60, stops: [MadeStop(10, departure: .delay(120))])
        #expect(
            try await boards(update) == [
                "T1 08:00 08:01 updated", "T1 08:11 08:13 updated", "T1 08:21 08:23 updated",
            ])
    }

    @Test("A canceled run stays at its times, before all stop updates")
    func canceled() async throws {
        let update = MadeUpdate("T1", .canceled, stops: [MadeStop(5, departure: .delay(60))])
        #expect(
            try await boards(update) == [
                "T1 08:00 - canceled", "T1 08:11 - canceled", "T1 08:21 - canceled",
            ])
    }

    @Test("A deleted run is not shown, and asking for it finds none")
    func deleted() async throws {
        #expect(try await boards(MadeUpdate("T1", .deleted)) == [])
        let live = try town.live(
            MadeUpdate("T1", .deleted), MadeUpdate("F1", .deleted, start: "14:10:00"),
            MadeUpdate("F0", .deleted, start: "12:13:00"))
        for (trip, start) in [("T1", nil), ("F1", "14:10:00"), ("F0", "12:13:00")] {
            let start = start.flatMap { ServiceTime(cellText: $0) }
            let run = try await live.run(
                tripID: trip, startDate: Town.day, startTime: start, now: Town.date("08:00"))
            #expect(run == nil, "\(trip)")
        }
        let trip = try await live.trip(id: "T1")
        let calls = try await live.calls(of: trip, on: Town.day)
        #expect(calls.count == 4 && calls.allSatisfy { $0.realtime == nil })
    }

    @Test("Of a finished run calls without an update of their own leave")
    func finished() async throws {
        let update = MadeUpdate(
            "T1",
            stops: [MadeStop(10, departure: .delay(0)), MadeStop(30, arrival: .time("08:29"))])
        #expect(try await boards(update, header: "08:30") == ["T1 08:11 08:11 updated"])
        #expect(try await boards(update, header: "08:29").count == 3)
    }

    @Test("A late run is on the board where it is expected, not where it was planned")
    func window() async throws {
        let live = try town.live(
            MadeUpdate("T1", stops: [MadeStop(5, departure: .delay(3 * 3600))]))
        #expect(try await Town.board(of: live, "A", from: "07:30", hours: 1) == [])
        let late = try await Town.board(of: live, "A", from: "10:59", hours: 0.1)
        #expect(late == ["T1 08:00 11:00 updated"])
    }

    @Test("The order of a board is that of expected times")
    func order() async throws {
        let board = try await town.board(
            "A", MadeUpdate("T1", stops: [MadeStop(5, departure: .delay(3 * 3600))]))
        #expect(board == ["L1 10:00", "L1 10:30", "T1 08:00 11:00 updated", "N1 24:06"])
    }

    @Test("An early run leaves the board with its expected time")
    func early() async throws {
        let live = try town.live(
            MadeUpdate("T1", stops: [MadeStop(5, departure: .delay(-1800))]))
        #expect(try await Town.board(of: live, "A", from: "07:45", hours: 1) == [])
        let early = try await Town.board(of: live, "A", from: "07:00", hours: 0.75)
        #expect(early == ["T1 08:00 07:30 updated"])
    }

    @Test("A day late is the most that is believed, and it is found")
    func dayLate() async throws {
        let live = try town.live(
            MadeUpdate("T1", stops: [MadeStop(5, departure: .delay(86_400))]))
        let board = try await Town.board(of: live, "A", from: "31:59", hours: 0.1)
        #expect(board == ["T1 08:00 32:00 updated"])
    }

    @Test("A departure without boarding is skipped, and the delay goes on")
    func noBoarding() async throws {
        let update = MadeUpdate(
            "T1", stops: [MadeStop(10, departure: .delay(60), pickup: 1)])
        #expect(try await boards(update)[1...] == ["T1 08:11 - skipped", "T1 08:21 08:22 updated"])
        #expect(try await arrivals("B", update) == ["T1 08:10 08:11 updated"])
    }

    @Test("A headsign and a vehicle are beside the timetable's")
    func details() async throws {
        let live = try town.live(
            MadeUpdate(
                "T1", vehicle: "1203",
                stops: [MadeStop(5, departure: .delay(60), headsign: "Depot")]))
        let event = try #require(
            try await live.departures(from: town.bundle.stop(id: "A"), at: Town.date("08:00")).first
        )
        #expect(event.headsign == "Airport")
        #expect(event.realtime?.headsign == "Depot")
        #expect(event.realtime?.vehicle?.label == "1203")
        #expect(event.realtime?.delaySeconds == 60)
    }

    @Test("The headsign of a whole run is shown at its calls, but where a call has its own")
    func headsignOfRun() async throws {
        func headsigns(_ headsign: String) async throws -> (boards: [String?], trip: [String?]) {
            let live = try town.live(
                MadeUpdate(
                    "T1", headsign: headsign,
                    stops: [
                        MadeStop(10, departure: .delay(60), headsign: "Depot"),
                        MadeStop(30, isSkipped: true),
                    ]))
            var boards: [String?] = []
            for stop in ["A", "B", "S1"] {
                let event = try await live.departures(
                    from: town.bundle.stop(id: stop), at: Town.date("08:00")
                ).first { $0.tripID == "T1" }
                #expect(event?.headsign == "Airport")
                boards.append(event?.realtime?.headsign)
            }
            let run = try await live.run(
                tripID: "T1", startDate: Town.day, startTime: nil, now: Town.date("08:00"))
            return (boards, run?.calls.prefix(3).map(\.realtime?.headsign) ?? [])
        }
        let short = try await headsigns("Central")
        #expect(short.boards == ["Central", "Depot", "Central"] && short.trip == short.boards)
        let plain = try await headsigns("Airport")
        #expect(plain.boards == [nil, "Depot", nil] && plain.trip == plain.boards)
    }

    @Test("An uncertainty of many hours is left out, not another number")
    func uncertainty() async throws {
        for (given, told) in [(32_767, 32_767), (40_000, nil), (-1, nil)] as [(Int64, Int?)] {
            let live = try town.live(
                MadeUpdate(
                    "T1", stops: [MadeStop(5, departure: .delay(60), uncertainty: given)]))
            let event = try await live.departures(
                from: town.bundle.stop(id: "A"), at: Town.date("08:00")
            ).first
            #expect(event?.realtime?.delaySeconds == 60)
            #expect(event?.realtime?.uncertaintySeconds == told)
            let stop = MadeStop(id: "A", departure: .time("08:05"), uncertainty: given)
            let end = MadeStop(id: "D", arrival: .time("08:25"), uncertainty: given)
            for kind in [MadeUpdate.Kind.new, .replacement] {
                let id = kind == .new ? "X1" : "T1"
                let listed = try town.live(
                    MadeUpdate(id, kind, day: "20260304", route: "R", stops: [stop, end]))
                let board = try await listed.departures(
                    from: town.bundle.stop(id: "A"), at: Town.date("08:00"))
                let event = board.first { $0.tripID == id }
                #expect(event?.realtime?.status == (kind == .new ? .added : .updated))
                #expect(event?.realtime?.uncertaintySeconds == told)
            }
        }
    }
}
