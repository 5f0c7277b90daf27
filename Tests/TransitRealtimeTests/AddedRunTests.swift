import Foundation
import Testing
import TransitBundle
import TransitModel
import TransitRealtime

/// Rules 20 to 22: runs that list their own calls, and copies.
@Suite("Runs that are in no timetable") struct AddedRunTests {
    private let town: Town

    init() throws {
        town = try Town()
    }

    private let stops = [
        MadeStop(id: "A", departure: .planned("07:00", time: "07:02")),
        MadeStop(id: "C", arrival: .time("07:10"), departure: .time("07:11")),
        MadeStop(id: "D", arrival: .time("07:20")),
    ]

    @Test(
        "An added run has the stops and times of its update",
        arguments: [MadeUpdate.Kind.new, .added, .unscheduled])
    func added(kind: MadeUpdate.Kind) async throws {
        let update = MadeUpdate("X1", kind, route: "R", stops: stops)
        #expect(try await town.board("A", update).first == "X1 07:00 07:02 added")
        #expect(try await town.board("C", update).first == "X1 - 07:11 added")
        #expect(try await town.board("D", update).first != "X1 - 07:20 added")
        let arrivals = try await town.board("D", update, kind: .arrival)
        #expect(arrivals.first == "X1 - 07:20 added")
    }

    @Test("NEW and ADDED of one run count once")
    func once() async throws {
        let board = try await town.board(
            "A", MadeUpdate("X1", .new, route: "R", stops: stops),
            MadeUpdate("X1", .added, route: "R", stops: stops))
        #expect(board.count { $0.hasPrefix("X1") } == 1)
    }

    @Test("A route gives an added run its color and name; an unknown route does not hide it")
    func routes() async throws {
        for (route, name) in [("R", "1"), ("Z", nil)] {
            let live = try town.live(MadeUpdate("X1", .new, route: route, stops: stops))
            let event = try await live.departures(
                from: town.bundle.stop(id: "A"), at: Town.date("07:00")
            ).first
            #expect(event?.tripID == "X1")
            #expect(event?.route?.routeShortName == name)
            #expect(event?.realtime?.isScheduled == false)
        }
    }

    @Test("An added run without a headsign goes to its last stop")
    func headsign() async throws {
        let skipped =
            Array(stops.dropLast()) + [
                MadeStop(id: "B", departure: .time("07:20")), MadeStop(id: "D", isSkipped: true),
            ]
        for (stops, name) in [(stops, "Airport"), (skipped, "Market")] {
            let live = try town.live(MadeUpdate("X1", .new, route: "R", stops: stops))
            let stop = try await live.stop(id: "A")
            let event = try await live.departures(from: stop, at: Town.date("07:00")).first
            #expect(event?.tripID == "X1" && event?.headsign == name)
            #expect(try await live.trip(id: "X1").tripHeadsign == name)
            let run = try await live.run(
                tripID: "X1", startDate: Town.day, startTime: nil, now: Town.date("07:00"))
            #expect(run?.calls.first?.scheduled.headsign == name)
            // Nobody can leave where it ends.
            let market = try await Town.board(of: live, "B")
            #expect(!market.contains { $0.hasPrefix("X1") })
            #expect(run?.trip.tripHeadsign == name)
        }
    }

    @Test(
        "The day of an added run around midnight is so that its start fits its times",
        arguments: [
            ("20260304", "24:10:00", "20260304"), ("20260305", "24:10:00", "20260304"),
            ("20260304", "00:10:00", "20260305"), ("20260305", "00:10:00", "20260305"),
            (nil, "24:10:00", "20260304"), (nil, "00:10:00", "20260305"),
            ("20260304", nil, "20260304"), (nil, nil, "20260305"),
            // Nothing fits.
            ("20260304", "12:00:00", "20260304"),
        ] as [(String?, String?, String)])
    func day(given: String?, start: String?, day: String) async throws {
        let stops = [
            MadeStop(id: "A", departure: .time("24:12")),
            MadeStop(id: "D", arrival: .time("24:30")),
        ]
        let live = try town.live(
            MadeUpdate("X1", .added, day: given, start: start, route: "N", stops: stops))
        let stop = try await live.stop(id: "A")
        let event = try await live.departures(from: stop, at: Town.date("24:11")).first
        #expect(event?.tripID == "X1")
        #expect(event?.serviceDate.description == day)
    }

    @Test("An added run without times or without an id is counted, and no more")
    func unusable() async throws {
        let outcomes = try await town.outcomes(
            MadeUpdate("X1", .new, stops: [MadeStop(id: "A", departure: .delay(60))]),
            MadeUpdate(nil, .new, stops: stops))
        #expect(outcomes == ["no_times": 1, "no_trip": 1])
    }

    @Test("An added run with the id of a timetabled trip is one run more")
    func idOfTimetable() async throws {
        let board = try await town.board("A", MadeUpdate("T1", .new, route: "R", stops: stops))
        #expect(board.prefix(2) == ["T1 07:00 07:02 added", "T1 08:00"])
    }

    @Test("Clocks at a stop that the feed does not know are those of the stop before it")
    func zoneOfUnknownStop() async throws {
        let stops = ["ELSEWHERE", "A", "NOPE"].enumerated().map { index, id in
            MadeStop(id: id, departure: .time("07:0\(index)"))
        }
        let live = try town.live(
            MadeUpdate("X", .new, day: "20260304", start: "07:00:00", route: "R", stops: stops))
        let run = try await live.run(
            tripID: "X", startDate: Town.day, startTime: nil, now: Town.date("07:00"))
        #expect(run?.calls.map(\.timeZone.identifier) == Array(repeating: "Europe/Paris", count: 3))
    }

    @Test(
        "Where riders may only board or only alight, the vehicle stops on its trip",
        arguments: [MadeUpdate.Kind.new, .replacement])
    func halfCalls(kind: MadeUpdate.Kind) async throws {
        func stop(_ id: String, _ time: String, _ pickup: Int64?, _ dropOff: Int64?) -> MadeStop {
            MadeStop(
                id: id, arrival: .both(delay: 60, time: time),
                departure: .both(delay: 60, time: time), pickup: pickup, dropOff: dropOff)
        }
        let update = MadeUpdate(
            kind == .new ? "X1" : "T1", kind, day: "20260304",
            stops: [
                stop("A", "08:01", nil, nil), stop("B", "08:11", 1, nil),
                stop("C", "08:21", nil, 1), stop("S1", "08:31", 1, 1), stop("D", "08:41", nil, nil),
            ])
        let live = try town.live(update)
        let run = try await live.run(
            tripID: kind == .new ? "X1" : "T1", startDate: Town.day, startTime: nil,
            now: Town.date("08:00"))
        let calls = run?.calls ?? []
        let plain: CallRealtime.Status = kind == .new ? .added : .updated
        #expect(calls.map(\.realtime?.status) == [plain, plain, plain, .skipped, plain])
        #expect(calls.map(\.scheduled.pickup.code) == [0, 1, 0, 0, 0])
        #expect(calls.map(\.scheduled.dropOff.code) == [0, 0, 1, 0, 0])
        #expect(Town.clock(calls[1].realtime?.arrival) == "08:11")
        #expect(calls[1].realtime?.departure == nil)
        #expect(calls[1].realtime?.delaySeconds == (kind == .new ? nil : 60))
    }

    @Test("A replacement takes the place of the run, with its own stops and plan")
    func replacement() async throws {
        let update = MadeUpdate(
            "T1", .replacement, day: "20260304",
            stops: [
                MadeStop(id: "A", departure: .both(delay: 120, time: "08:03")),
                MadeStop(
                    id: "C", arrival: .planned("08:15", time: nil),
                    departure: .planned("08:15", time: nil)),
                MadeStop(id: "D", arrival: .time("08:30")),
            ])
        #expect(try await town.board("A", update).first == "T1 08:01 08:03 updated")
        #expect(try await town.board("C", update).first == "T1 08:15 - scheduled")
        #expect(try await town.board("B", update).first?.hasPrefix("T1") != true)
        let run = try await town.live(update).run(
            tripID: "T1", startDate: Town.day, startTime: nil, now: Town.date("08:00"))
        #expect(run?.calls.map(\.realtime?.isScheduled) == [true, false, true])
    }

    @Test("A replacement without stops is ignored: the timetable stays")
    func emptyReplacement() async throws {
        let update = MadeUpdate("T1", .replacement, day: "20260304")
        #expect(try await town.outcomes(update) == ["no_stops": 1])
        #expect(try await town.board("A", update).first == "T1 08:00")
    }

    @Test("A replacement without times is about the run of the timetable")
    func replacementWithoutTimes() async throws {
        for (stop, row) in [
            (MadeStop(id: "B", departure: .delay(60)), "T1 08:11 08:12 updated"),
            (MadeStop(id: "B", isSkipped: true), "T1 08:11 - skipped"),
            (MadeStop(id: "B"), "T1 08:11 - scheduled"),
        ] {
            let update = MadeUpdate("T1", .replacement, day: "20260304", stops: [stop])
            #expect(try await town.board("B", update).contains(row))
            #expect(try await town.outcomes(update) == ["matched": 1])
        }
    }

    @Test("The newest update of an added run or a copy counts, under the id of that run")
    func amended() async throws {
        let added = MadeUpdate("X1", .new, route: "R", measured: "07:50", stops: stops)
        let copied = MadeUpdate(
            "T1", .duplicated, measured: "07:50", copy: ("T1-copy", "20260304", "08:30:00"))
        for (trip, first) in [("X1", added), ("T1-copy", copied)] {
            func rows(_ stop: String, _ update: MadeUpdate) async throws -> [String] {
                try await town.board(stop, first, update).filter { $0.hasPrefix(trip) }
            }
            let canceled = MadeUpdate(trip, .canceled, day: "20260304", measured: "07:55")
            let planned = trip == "X1" ? "07:00" : "08:30"
            #expect(try await rows("A", canceled) == ["\(trip) \(planned) - canceled"])
            #expect(try await town.outcomes(first, canceled).keys.contains("superseded"))
            #expect(try await rows("A", MadeUpdate(trip, .deleted, measured: "07:55")) == [])
            for other in [
                MadeUpdate(trip, .canceled, measured: "07:45"),
                MadeUpdate(trip, .canceled, day: "20260305", measured: "07:55"),
            ] {
                #expect(try await rows("A", other) == rows("A", first))
            }
        }
        // Nobody planned the call at C: it was expected then.
        let canceled = MadeUpdate("X1", .canceled, measured: "07:55")
        #expect(try await town.board("C", added, canceled).first == "X1 07:11 - canceled")
        let late = MadeUpdate(
            "T1-copy", day: "20260304", start: "08:30:00", measured: "07:55",
            stops: [MadeStop(5, departure: .delay(300))])
        #expect(
            try await town.board("A", copied, late).contains("T1-copy 08:30 08:35 added"))
    }

    @Test("A copy runs at its own time beside the original, which stays as it is")
    func duplicated() async throws {
        let update = MadeUpdate(
            "T1", .duplicated, copy: ("T1-copy", "20260304", "08:30:00"),
            stops: [MadeStop(10, departure: .delay(60))])
        let board = try await town.board("B", update)
        #expect(board.contains("T1 08:11"))
        #expect(board.contains("T1-copy 08:41 08:42 added"))
        #expect(try await town.board("A", update).contains("T1-copy 08:30 - added"))
    }

    @Test("A copy without properties is at the start of its descriptor")
    func barelyDuplicated() async throws {
        let update = MadeUpdate("T1", .duplicated, day: "20260304", start: "08:40:00")
        #expect(try await town.board("A", update).contains("T1 08:40 - added"))
        #expect(
            try await town.outcomes(MadeUpdate("nobody", .duplicated, start: "08:40:00"))
                == ["unknown_trip": 1])
    }

    @Test("A copy without an id, a day or a start of its own is no run")
    func notDuplicated() async throws {
        for update in [
            MadeUpdate("T1", .duplicated), MadeUpdate("T1", .duplicated, day: "20260304"),
            MadeUpdate("T1", .duplicated, day: "20260304", start: "08:00:00"),
            MadeUpdate("T1", .duplicated, copy: ("T1", "20260304", "08:00:00")),
            MadeUpdate("F1", .duplicated, day: "20260304", start: "14:10:00"),
        ] {
            #expect(try await town.outcomes(update) == ["no_start": 1])
            #expect(try await town.board("A", update).prefix(1) == ["T1 08:00"])
        }
        let other = MadeUpdate("T1", .duplicated, copy: ("T1-b", nil, nil))
        #expect(try await town.board("A", other).contains("T1-b 08:00 - added"))
    }

    @Test(
        "A copy whose start or day cannot be read is no run: it is not at the original's time",
        arguments: [
            (nil, "08:60:00"), (nil, "soon"), ("20260304", "8:5"), ("20260399", "08:30:00"),
        ] as [(String?, String)])
    func unreadableCopy(day: String?, start: String) async throws {
        for update in [
            MadeUpdate("T1", .duplicated, day: "20260304", copy: ("T1-b", day, start)),
            MadeUpdate("T1", .duplicated, day: day, start: start, copy: ("T1-b", nil, nil)),
        ] {
            #expect(try await town.outcomes(update) == ["no_start": 1])
            #expect(try await town.board("A", update).allSatisfy { !$0.hasPrefix("T1-b") })
        }
        let blank = MadeUpdate("T1", .duplicated, copy: ("T1-b", "", ""))
        #expect(try await town.board("A", blank).contains("T1-b 08:00 - added"))
    }

    @Test("ADDED beside the copy of the same trip counts once")
    func duplicatedAndAdded() async throws {
        let outcomes = try await town.outcomes(
            MadeUpdate("T1", .duplicated, copy: ("X1", "20260304", "08:30:00")),
            MadeUpdate("X1", .added, stops: stops))
        #expect(outcomes == ["duplicated": 1, "superseded": 1])
    }
}
