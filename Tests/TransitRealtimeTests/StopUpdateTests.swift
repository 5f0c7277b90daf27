import TestSupport
import Testing
import TransitBundle
import TransitRealtime

/// Rules 7 to 10: the call that a stop update is about, and its platform.
@Suite("Finding the call of a stop update") struct StopUpdateTests {
    private let town: Town

    init() throws {
        town = try Town()
    }

    @Test("A stop_sequence is the timetable's number, not an index")
    func sequence() async throws {
        let update = MadeUpdate("T1", stops: [MadeStop(10, departure: .delay(60))])
        #expect(try await town.board("B", update).first == "T1 08:11 08:12 updated")
        let index = MadeUpdate("T1", stops: [MadeStop(2, departure: .delay(60))])
        #expect(try await town.board("B", index).first == "T1 08:11 - scheduled")
    }

    @Test("Without a number the stop is found by its id")
    func byID() async throws {
        let update = MadeUpdate("T1", stops: [MadeStop(id: "B", departure: .delay(60))])
        #expect(try await town.board("B", update).first == "T1 08:11 08:12 updated")
    }

    @Test("A stop visited again is the one after the call before, else the nearest in time")
    func loop() async throws {
        let after = MadeUpdate(
            "L1",
            stops: [
                MadeStop(id: "C", departure: .delay(0)), MadeStop(id: "A", departure: .delay(60)),
            ])
        #expect(try await town.board("A", after).contains("L1 10:30 10:31 updated"))
        let nearest = MadeUpdate("L1", stops: [MadeStop(id: "A", departure: .time("10:29"))])
        #expect(try await town.board("A", nearest).contains("L1 10:30 10:29 updated"))
    }

    @Test("A stop visited again with delays alone is not guessed")
    func loopWithoutTimes() async throws {
        let update = MadeUpdate("L1", stops: [MadeStop(id: "A", departure: .delay(60))])
        #expect(try await town.board("A", update).contains("L1 10:00 - scheduled"))
        #expect(try await town.live(update).matchReport()?.ignoredStopUpdates == 1)
    }

    @Test("Where number and stop disagree the stop goes first, and no call is taken for another")
    func disagreement() async throws {
        let update = MadeUpdate("T1", stops: [MadeStop(10, id: "A", departure: .delay(60))])
        #expect(try await town.board("A", update).first == "T1 08:00 08:01 updated")
        let none = MadeUpdate("T1", stops: [MadeStop(10, id: "C", departure: .delay(60))])
        #expect(try await town.board("B", none).first == "T1 08:11 - scheduled")
        #expect(try await town.live(none).matchReport()?.ignoredStopUpdates == 1)
    }

    @Test("Another stop of the station is a change of platform")
    func platform() async throws {
        let update = MadeUpdate("T1", stops: [MadeStop(20, id: "S2", departure: .delay(60))])
        for stop in ["S", "S1", "S2"] {
            let board = try await town.board(stop, update)
            #expect(board.contains("T1 08:21 08:22 updated S2"), "\(stop)")
            #expect(board.count { $0.hasPrefix("T1") } == 1)
        }
        let events = try await town.live(update).departures(
            from: town.bundle.stop(id: "S2"), at: Town.date("08:00"))
        #expect(events.first?.stopID == "S1")
        #expect(events.first?.realtime?.platformCode == "2")
    }

    @Test("An assigned platform counts without any time, too")
    func assigned() async throws {
        let update = MadeUpdate("T1", stops: [MadeStop(20, hasNoData: true, assigned: "S2")])
        #expect(try await town.board("S2", update).contains("T1 08:21 - no_data S2"))
    }

    @Test("A platform may be at another station, and the station itself is none")
    func otherPlaces() async throws {
        let far = MadeUpdate("T1", stops: [MadeStop(20, departure: .delay(60), assigned: "C")])
        #expect(try await town.board("C", far).first == "T1 08:21 08:22 updated C")
        let station = MadeUpdate("T1", stops: [MadeStop(20, id: "S", departure: .delay(60))])
        #expect(try await town.board("S", station).first == "T1 08:21 08:22 updated")
    }

    @Test("A stop at another station has its name, not a code as if it were of the station")
    func codeElsewhere() async throws {
        var feed = Crosstown.feed
        feed["stops.txt"]? += "U,Union,48.0,2.5,1,,\nU1,Union,48.0,2.5,,U,7\n"
        feed["stops.txt"]? += "S3,Central,48.0,2.3,,,3\n"
        let town = try Town(feed)
        for (platform, code) in [("U1", nil), ("S2", "2"), ("S3", "3")] as [(String, String?)] {
            for kind in [nil, MadeUpdate.Kind.replacement] {
                let live = try town.live(
                    MadeUpdate(
                        "T1", kind, day: "20260304",
                        stops: [
                            MadeStop(
                                20, id: "S1", departure: .both(delay: 60, time: "08:22"),
                                assigned: platform),
                            MadeStop(30, id: "D", departure: .both(delay: 60, time: "08:31")),
                        ]))
                let event = try await live.departures(
                    from: town.bundle.stop(id: "S"), at: Town.date("08:00")
                ).first { $0.tripID == "T1" }
                #expect(event?.realtime?.stopID == platform)
                #expect(event?.realtime?.platformCode == code)
                #expect(event?.realtime?.stopName == (code == nil ? "Union" : nil))
                let run = try await live.run(
                    tripID: "T1", startDate: Town.day, startTime: nil, now: Town.date("08:00"))
                let call = run?.calls.first { $0.scheduled.stopSequence == 20 }
                #expect(call?.realtime?.stopID == platform)
                #expect(call?.realtime?.platformCode == code)
                #expect(call?.realtime?.stopName == (code == nil ? "Union" : nil))
            }
        }
    }

    @Test("A platform that the feed does not know is not shown")
    func unknownPlatform() async throws {
        let update = MadeUpdate("T1", stops: [MadeStop(20, departure: .delay(60), assigned: "S9")])
        #expect(try await town.board("S", update).first == "T1 08:21 08:22 updated")
    }

    @Test(
        "A stop with the number of the skipped one beside it is a call in its place",
        arguments: [false, true])
    func inPlace(isFirst: Bool) async throws {
        let stops = [
            MadeStop(10, id: "B", isSkipped: true),
            MadeStop(10, id: "C", arrival: .time("08:12"), departure: .time("08:13")),
        ]
        let update = MadeUpdate("T1", stops: isFirst ? stops.reversed() : stops)
        #expect(try await town.board("B", update).first == "T1 08:11 - skipped")
        #expect(try await town.board("C", update).first == "T1 08:11 08:13 updated")
        #expect(try await town.board("C", update, kind: .arrival).first == "T1 08:10 08:12 updated")
        #expect(try await town.board("S", update).first == "T1 08:21 08:23 updated")
        #expect(try await town.board("A", update).first == "T1 08:00 - scheduled")
        let live = try town.live(update)
        #expect(try await live.matchReport()?.ignoredStopUpdates == 0)
        let run = try await live.run(
            tripID: "T1", startDate: Town.day, startTime: nil, now: Town.date("08:00"))
        #expect(run?.calls.map(\.stopID) == ["A", "B", "C", "S1", "D"])
        #expect(
            run?.calls.map(\.realtime?.status) == [
                .scheduled, .skipped, .updated, .updated, .updated,
            ])
        #expect(
            run?.calls.map(\.realtime?.isScheduled) == [true, true, false, true, true])
        // Without the word that the first one is left out, both are news about one call.
        let other = MadeUpdate(
            "T1", stops: [MadeStop(10, id: "B"), MadeStop(10, id: "C", departure: .delay(60))])
        #expect(try await town.board("B", other).first == "T1 08:11 - scheduled")
        let platform = MadeUpdate(
            "T1",
            stops: [
                MadeStop(20, id: "S1", isSkipped: true),
                MadeStop(20, id: "S2", departure: .delay(60)),
            ])
        #expect(try await town.board("S", platform).first == "T1 08:21 08:22 updated S2")
    }

    @Test("Of several updates of a call the last counts, and their order does not matter")
    func order() async throws {
        let update = MadeUpdate(
            "T1",
            stops: [
                MadeStop(10, departure: .delay(60)), MadeStop(5, departure: .delay(30)),
                MadeStop(10, departure: .delay(120)),
            ])
        #expect(try await town.board("A", update).first == "T1 08:00 08:00:30 updated")
        #expect(try await town.board("B", update).first == "T1 08:11 08:13 updated")
    }
}
