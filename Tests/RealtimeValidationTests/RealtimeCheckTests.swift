import BundleWriting
import FeedReading
import GTFSRealtime
import RealtimeValidation
import TestSupport
import Testing
import TransitBundle
import TransitRealtime

@Suite("A check of messages")
struct RealtimeCheckTests {
    private let town: ExampleTown

    init() throws {
        town = try ExampleTown()
    }

    // MARK: Several messages

    @Test("A detour alert in another message excuses a vehicle off its shape")
    func detour() throws {
        let vehicle = """
            vehicle { trip { trip_id: "T1" } position { latitude: 48.003 longitude: 2.2 } }
            """
        let alone = try town.counts(vehicle)
        #expect(alone["E029"] == 1)
        for selector in [#"trip { trip_id: "T1" }"#, #"route_id: "R""#] {
            let alert = "alert { effect: DETOUR informed_entity { \(selector) } }"
            #expect(try town.counts(vehicle, beside: alert)["E029"] == nil, "\(selector)")
        }
        let other = #"alert { effect: DETOUR informed_entity { trip { trip_id: "T2" } } }"#
        #expect(try town.counts(vehicle, beside: other)["E029"] == 1)
    }

    @Test("Trips that an update in another message adds are known to vehicles and alerts")
    func added() throws {
        let update = #"trip_update { trip { trip_id: "X1" schedule_relationship: NEW } }"#
        for other in [
            #"vehicle { trip { trip_id: "X1" } }"#,
            #"alert { informed_entity { trip { trip_id: "X1" } } }"#,
        ] {
            #expect(try town.counts(other)["E003"] == 1)
            #expect(try town.counts(other, beside: update)["E003"] == nil)
        }
    }

    @Test("Trip updates alone are not compared with vehicles that are not there")
    func oneKind() throws {
        let update = #"trip_update { trip { trip_id: "T1" } vehicle { id: "bus 1" } }"#
        #expect(try town.counts(update)["W003"] == nil)
        let vehicle = #"vehicle { trip { trip_id: "T1" } vehicle { id: "bus 1" } }"#
        #expect(try town.counts(update, beside: vehicle)["W003"] == nil)
        let other = #"vehicle { trip { trip_id: "T2" } vehicle { id: "bus 2" } }"#
        #expect(try town.counts(update, beside: other)["W003"] == 2)
    }

    @Test("A vehicle on the next trip of its block may be paired with either")
    func block() throws {
        let update = #"trip_update { trip { trip_id: "T2" } vehicle { id: "bus 1" } }"#
        let vehicle = #"vehicle { trip { trip_id: "T1" } vehicle { id: "bus 1" } }"#
        #expect(try town.counts(update, beside: vehicle)["E047"] == nil)
        let other = #"vehicle { trip { trip_id: "N1" } vehicle { id: "bus 1" } }"#
        #expect(try town.counts(update, beside: other)["E047"] == 1)
    }

    // MARK: The feed

    @Test("Without a feed only the message is checked")
    func alone() throws {
        let update = """
            trip_update {
              trip { trip_id: "T99" start_date: "20260305" }
              stop_time_update { stop_id: "Z" arrival { time: 08:13 } departure { time: 08:12 } }
            }
            """
        let found = try town.counts(update, isAlone: true)
        #expect(found["E025"] == 1)
        #expect(found["E003"] == nil && found["E011"] == nil)
        #expect(try town.counts(update)["E003"] == 1)
    }

    @Test("Updates that fit are counted as on boards: once for a run, with all their stops")
    func match() async throws {
        func update(_ trip: String) -> String {
            """
            entity {
              id: "\(trip)" trip_update {
                trip { trip_id: "\(trip)" start_date: "20260304" }
                stop_time_update { stop_sequence: 10 arrival { delay: 60 } }
              }
            }
            """
        }
        let deleted = #"entity { id: "d" is_deleted: true trip_update { trip { trip_id: "T2" } } }"#
        let bytes = try ExampleMessage.bytes(
            of: update("T1") + update("T1") + update("T98") + update("T99") + deleted)
        let result = try RealtimeCheck(at: ExampleTown.now).run(
            [.init(name: "a.pb", bytes: bytes)], beside: town.bundle)
        let message = try FeedMessage(bytes)
        let kept = RealtimeMessages(asOf: [message])
        kept.receive(message, from: "a.pb")
        let live = RealtimeSource(over: town.bundle, messages: kept)
        let report = try #require(try await live.matchReport())
        #expect(result.match == report)
        #expect(report.counts == [.matched: 1, .superseded: 1, .unknownTrip: 2])
        #expect(report.stopUpdates == 4 && report.matchedShare == 1.0 / 3)
    }

    @Test("Four trip updates that fit nothing say little; five are of another version")
    func otherVersion() throws {
        for count in [3, 4, 5] {
            let updates = (1...count).map { number in
                #"entity { id: "\(number)" trip_update { trip { trip_id: "X\(number)" } } }"#
            }
            let bytes = try ExampleMessage.bytes(of: updates.joined())
            let result = try RealtimeCheck(at: ExampleTown.now).run(
                [.init(name: "a.pb", bytes: bytes)], beside: town.bundle)
            let isNoted = result.notices.contains { $0.definition.code == "rt_low_match_rate" }
            #expect(isNoted == (count == 5))
            #expect(result.match?.isOfOtherVersion == isNoted)
        }
    }

    @Test("Delays are compared with the timetable of the run")
    func delays() throws {
        func update(_ first: Int, _ second: Int) -> String {
            """
            trip_update {
              trip { trip_id: "T1" start_date: "20260304" }
              stop_time_update { stop_sequence: 10 departure { delay: \(first) } }
              stop_time_update { stop_sequence: 20 arrival { delay: \(second) } }
            }
            """
        }
        // 08:11 and 08:20 in the timetable.
        #expect(try town.counts(update(600, 0))["E022"] == 1)
        #expect(try town.counts(update(600, 60))["E022"] == 1)
        #expect(try town.counts(update(600, 120))["E022"] == nil)
        #expect(try town.counts(update(600, 0), isAlone: true)["E022"] == nil)
    }

    @Test("Times that are equal in the timetable may be equal in the message, and fall nowhere")
    func equalTimes() throws {
        var feed = ExampleTown.feed
        feed["stop_times.txt"]?.replace("T1,08:20:00,08:21:00,S1", with: "T1,08:11:00,08:11:00,S1")
        let town = try ExampleTown(feed)
        func faults(_ first: String, _ second: String) throws -> Int? {
            let update = """
                trip_update {
                  trip { trip_id: "T1" start_date: "20260304" }
                  stop_time_update { stop_sequence: 10 departure { \(first) } }
                  stop_time_update { stop_sequence: 20 arrival { \(second) } }
                }
                """
            return try town.counts(update)["E022"]
        }
        #expect(try faults("time: 08:12", "time: 08:12") == nil)
        #expect(try faults("time: 08:12", "delay: 60") == nil)
        #expect(try faults("time: 08:12", "time: 08:11") == 1)
        #expect(try faults("time: 08:12", "delay: 0") == 1)
    }

    @Test("A delay of half a day is as far from the timetable as a time is")
    func farOff() throws {
        func update(_ rest: String) -> String {
            #"trip_update { trip { trip_id: "T1" start_date: "20260304" } \#(rest) }"#
        }
        for (rest, count) in [
            ("stop_time_update { stop_sequence: 10 arrival { delay: 43201 } }", 1),
            ("stop_time_update { stop_sequence: 10 arrival { time: 08:12 delay: -90000 } }", 1),
            ("stop_time_update { stop_sequence: 10 departure { time: 32:11 delay: 86400 } }", 1),
            ("stop_time_update { stop_sequence: 10 arrival { delay: 43200 } }", nil),
            ("delay: 43201", 1), ("delay: 43200", nil),
        ] {
            #expect(try town.counts(update(rest))["rt_far_from_schedule"] == count, "\(rest)")
        }
    }

    @Test("A message is no other than itself, even where it names a run again")
    func itself() throws {
        let updates = ["a", "b"].map { id in
            #"entity { id: "\#(id)" trip_update { trip { trip_id: "T1" } } } "#
        }
        let headways = ["12:00:00", "12:10:00"].enumerated().map { number, start in
            #"entity { id: "\#(number)" trip_update { trip { trip_id: "F0" start_date: "20260304" "#
                + #"start_time: "\#(start)" } vehicle { id: "bus" } } } "#
        }
        let vehicles = ["bus 1", "bus 2"].map { id in
            #"entity { id: "\#(id)" vehicle { trip { trip_id: "T1" } vehicle { id: "\#(id)" } } } "#
        }
        let codes = ["rt_entity_id_changed", "rt_start_time_changed", "rt_vehicle_changed"]
        for (parts, code) in zip([updates, headways, vehicles], codes) {
            #expect(RealtimeCatalogue.definition(code) != nil)
            let text = parts.joined()
            #expect(try town.counts(text, before: text)[code] == nil, "\(code)")
            // One of the two is not there before, and a third one is nowhere.
            let other = parts[0].replacing("\"a\"", with: "\"c\"")
                .replacing("12:00:00", with: "12:20:00").replacing("bus 1", with: "bus 3")
            #expect(try town.counts(other, before: text)[code] == 1, "\(code)")
        }
    }

    @Test("A date that the times of a run belie is wrong, although boards go by these")
    func misdated() throws {
        let update = """
            trip_update {
              trip { trip_id: "T1" start_date: "20260305" }
              stop_time_update { stop_sequence: 10 departure { time: 08:12 } }
            }
            """
        #expect(try town.counts(update)["rt_trip_not_running"] == 1)
    }

    @Test("A fast train is no bus")
    func speed() throws {
        func vehicle(_ trip: String, _ speed: String) -> String {
            """
            vehicle {
              trip { trip_id: "\(trip)" } position { latitude: 48.0 longitude: 2.0 speed: \(speed) }
            }
            """
        }
        #expect(try town.counts(vehicle("T1", "50.0"))["W004"] == 1)
        #expect(try town.counts(vehicle("U1", "50.0"))["W004"] == nil)
        #expect(try town.counts(vehicle("U1", "-1.0"))["W004"] == 1)
    }

    @Test("A loop may leave out the stops between two visits")
    func loop() throws {
        let update = """
            trip_update {
              trip { trip_id: "L1" }
              stop_time_update { stop_sequence: 1 stop_id: "A" departure { delay: 0 } }
              stop_time_update { stop_sequence: 4 stop_id: "A" arrival { delay: 60 } }
            }
            """
        #expect(try town.counts(update)["E037"] == nil)
    }

    /// Each with the codes that it has, and some that it would have there.
    private static let differences: [(message: String, given: Set<String>, left: Set<String>)] = [
        (stops("T1", #"stop_id: "Z""#, "stop_sequence: 10"), ["E011"], ["E002"]),
        (stops("T1", #"stop_id: "B""#, #"stop_id: "B""#), ["E037"], ["E002"]),
        (stops("L1", #"stop_id: "B""#), [], ["E009"]),
        (stops("L1", #"stop_id: "A""#), ["E009"], []),
        (
            """
            trip_update {
              trip { trip_id: "T1" }
              stop_time_update { stop_sequence: 20 arrival { time: 08:20 } }
              stop_time_update { stop_sequence: 10 arrival { time: 08:10 } }
            }
            """, ["E002"], ["E022"]
        ),
        (#"alert { informed_entity { trip { trip_id: "T99" } } }"#, ["E003"], []),
        (#"alert { informed_entity { route_id: "R99" } }"#, ["E004"], []),
        (#"alert { informed_entity { trip { route_id: "R99" } } }"#, ["E004"], []),
        (#"vehicle { trip { trip_id: "X9" schedule_relationship: DUPLICATED } }"#, [], ["E003"]),
        (
            #"vehicle { trip { trip_id: "T1" } timestamp: 1772607900000 }"#, ["E001"],
            ["E012", "E050"]
        ),
        (update("T1", "NEW"), ["E016", "E041"], ["E003"]), (update("T1", "DELETED"), [], ["E041"]),
        (update("X1", "NEW"), [], ["E003"]),
        (
            """
            trip_update {
              trip { trip_id: "T1" start_time: "09:00:00" schedule_relationship: DUPLICATED }
              trip_properties { trip_id: "T9" start_date: "20260304" start_time: "09:00:00" }
            }
            """, [], ["E020", "E021", "E023", "E041"]
        ),
        (
            """
            trip_update {
              trip { trip_id: "T1" schedule_relationship: DUPLICATED }
              trip_properties { trip_id: "T9" start_date: "4 March" start_time: "08:60:00" }
            }
            """, ["E020", "E021"], []
        ),
        (
            """
            trip_update {
              trip { trip_id: "X1" schedule_relationship: NEW }
              stop_time_update {
                stop_id: "A" schedule_relationship: NO_DATA departure { scheduled_time: 10:00 }
              }
            }
            """, [], ["E042"]
        ),
        (
            """
            trip_update {
              trip { trip_id: "T1" }
              stop_time_update {
                stop_sequence: 10 schedule_relationship: NO_DATA arrival { uncertainty: 3 }
              }
            }
            """, ["E042"], ["E044"]
        ),
        (stops("T1", #"stop_sequence: 20 stop_id: "S2""#), [], ["E045"]),
        (
            stops("T1", "stop_sequence: 2", #"stop_sequence: 20 stop_id: "B""#), ["E051", "E045"],
            []
        ),
        (
            update("T1", "CANCELED") + #"vehicle { trip { trip_id: "T2" } vehicle { id: "b" } }"#
                + #"trip_update { trip { trip_id: "T2" } vehicle { id: "b" } }"#, [],
            ["W003", "E047"]
        ),
        (#"alert { informed_entity { trip { route_id: "R" } } }"#, ["W006"], ["W009"]),
        (#"alert { informed_entity { route_type: 700 } }"#, ["E030"], []),
        (#"alert { informed_entity { route_type: 2 } }"#, [], ["E030"]),
        (#"alert { informed_entity { route_id: "R" route_type: 2 } }"#, ["E030"], []),
        (#"alert { informed_entity { route_type: 2 trip { trip_id: "T1" } } }"#, ["E030"], []),
    ]

    @Test("A selector of an alert must have an agency of its route, and a day of its trip")
    func selectors() throws {
        var feed = ExampleTown.feed
        feed["agency.txt"]? += "Y,Elsewhere,https://example.org,Europe/Paris\n"
        let town = try ExampleTown(feed)
        func counts(_ selector: String) throws -> [String: Int] {
            try town.counts("alert { informed_entity { \(selector) } }")
        }
        for selector in [#"route_id: "R""#, #"trip { trip_id: "T1" }"#, "route_type: 3"] {
            #expect(try counts(#"agency_id: "X" "# + selector)["E030"] == nil)
            #expect(try counts(#"agency_id: "Y" "# + selector)["E030"] == 1)
        }
        func days(_ date: String) throws -> Int? {
            try counts(#"trip { trip_id: "T1" start_date: "\#(date)" }"#)["rt_trip_not_running"]
        }
        #expect(try days("20260304") == nil)
        #expect(try days("20260305") == 1)
        #expect(try days("20300101") == 1)
    }

    private static func update(_ trip: String, _ word: String) -> String {
        #"trip_update { trip { trip_id: "\#(trip)" schedule_relationship: \#(word) } } "#
    }

    /// An update of a trip with late stops.
    private static func stops(_ trip: String, _ stops: String...) -> String {
        #"trip_update { trip { trip_id: "\#(trip)" } "#
            + stops.map { "stop_time_update { \($0) arrival { delay: 60 } } " }.joined() + "}"
    }

    @Test("Conditions that are others than those of MobilityData's validator")
    func differences() throws {
        for (message, given, left) in Self.differences {
            let found = Set(try town.counts(message).keys)
            #expect(found.isSuperset(of: given) && found.isDisjoint(with: left), "\(message)")
        }
    }

    // MARK: Bodies

    @Test(
        "A body of another format is one finding",
        arguments: ["<!DOCTYPE html>", "  {\"header\": 1}", "[1]", "\u{1F}\u{8B}\u{8}\0"])
    func otherFormat(body: String) throws {
        let bytes = body.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let found = try town.counts([.init(name: "a", bytes: bytes)])
        #expect(found == ["rt_not_a_message": 1])
        // Compressed on the way, and unpacked.
        let message = try ExampleMessage.bytes(of: #"vehicle { vehicle { id: "bus 1" } }"#)
        let packed = try town.counts([.init(name: "a", bytes: message, wasPacked: true)])
        #expect(packed["rt_not_a_message"] == 1 && packed["W001"] == 1)
    }

    @Test("Of a cut message the whole entities are checked")
    func cut() throws {
        let bytes = try ExampleMessage.bytes(
            of: #"vehicle { vehicle { id: "bus 1" } } vehicle { vehicle { id: "bus 1" } }"#)
        #expect(try town.counts([.init(name: "a", bytes: bytes)])["E052"] == 1)
        let cut = try town.counts([.init(name: "a", bytes: Array(bytes.dropLast()))])
        #expect(cut["rt_damaged_message"] == 1 && cut["rt_no_position"] == 1)
        #expect(cut["E052"] == nil)
    }

    @Test("No bytes end a check", arguments: 0..<20)
    func mutations(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let all = RealtimeCatalogue.all
        for _ in 0..<20 {
            let example = all[Int.random(in: all.indices, using: &random)].messageExample ?? ""
            let parts = ExampleMessage.parts(of: example)
            var bytes = try ExampleMessage.bytes(of: parts["wrong"] ?? "")
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                default: bytes.append(contentsOf: bytes[place...])
                }
            }
            let body = RealtimeCheck.Body(name: "a", bytes: bytes, before: bytes.reversed())
            #expect(try !town.counts([body, body]).isEmpty)
            #expect(try !town.counts([body], isAlone: true).isEmpty)
        }
    }
}
