import TestSupport
import Testing
import TransitAPI
import TransitModel

@Suite("Names of time zones in answers")
struct ZoneAnswersTests {
    private func feed(_ agency: String, stop: String = "") throws -> AnsweredFeed {
        let feed = TestFeed.base.with(
            TestFeed(
                """
                # agency.txt
                agency_id,agency_name,agency_url,agency_timezone
                X,Crosstown,https://example.org,\(agency)
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon,stop_timezone
                A,Harbour,48.0,2.0,
                B,Market,48.0,2.1,\(stop)
                C,Museum,48.0,2.2,
                D,Airport,48.0,2.4,
                """))
        return try AnsweredFeed(files: Dictionary(uniqueKeysWithValues: feed.files))
    }

    private static let board = "departures?at=2026-01-02T00:00:00Z&for=86400"

    @Test("A zone has the feed's name for it", arguments: ["UTC", "GMT", "Asia/Calcutta", "Zulu"])
    func names(name: String) async throws {
        let feed = try feed(name, stop: "Etc/UTC")
        let about: Envelope<FeedDTO> = try await feed.ask("feed")
        #expect(about.data.timezone == name)
        let board: Envelope<Board> = try await feed.ask("stops/A/\(Self.board)")
        #expect(board.data.timeZoneName == name)
        #expect(!board.data.events.isEmpty)
        #expect(board.data.events.allSatisfy { $0.timeZoneName == name })
        let other: Envelope<Board> = try await feed.ask("stops/B/\(Self.board)")
        #expect(other.data.timeZoneName == "Etc/UTC")
        let both: Envelope<Board> = try await feed.ask("stops/A/\(Self.board)&with=B")
        #expect(Set(both.data.events.map(\.timeZoneName)) == [name, "Etc/UTC"])
        let arrivals: Envelope<Board> = try await feed.ask(
            "stops/B/arrivals?at=2026-01-02T00:00:00Z&for=86400")
        #expect(arrivals.data.timeZoneName == "Etc/UTC")
        let stop: Envelope<StopDetailsDTO> = try await feed.ask("stops/A")
        #expect(stop.data.timezone == name)
        let trip: Envelope<TripDetailsDTO> = try await feed.ask("trips/T1?date=20260102")
        #expect(trip.data.calls.map(\.timeZoneName) == [name, "Etc/UTC", name, name])
    }

    @Test("An abbreviation is reported as the assumed zone", arguments: ["PST", "BST"])
    func abbreviations(name: String) async throws {
        let feed = try feed(name, stop: name)
        let board: Envelope<Board> = try await feed.ask("stops/B/\(Self.board)")
        #expect(board.data.timeZoneName == "GMT")
        #expect(!board.data.events.isEmpty)
        #expect(board.data.events.allSatisfy { $0.isTimeZoneAssumed && $0.isStopTimeZoneAssumed })
        #expect(board.data.events.allSatisfy { $0.time.offsetSeconds == 0 })
    }

    @Test(
        "An assumed zone is reported wherever a zone or a time is answered",
        arguments: [("PST", true), ("+02:00", true), ("US/Pacific", false)])
    func assumed(name: String, isAssumed: Bool) async throws {
        let feed = try feed(name, stop: "BST")
        let about: Envelope<FeedDTO> = try await feed.ask("feed")
        #expect(about.data.timezone == (isAssumed ? "GMT" : name))
        #expect(about.data.timezoneAssumed == isAssumed)
        #expect(about.data.model.isTimeZoneAssumed == isAssumed)
        let stop: Envelope<StopDetailsDTO> = try await feed.ask("stops/A")
        #expect(stop.data.timezoneAssumed == isAssumed && !stop.data.stopTimezoneAssumed)
        let other: Envelope<StopDetailsDTO> = try await feed.ask("stops/B")
        #expect(other.data.timezoneAssumed == isAssumed && other.data.stopTimezoneAssumed)
        let list: Envelope<TimetableListDTO> = try await feed.ask(
            "routes/R/timetable?date=20260102")
        #expect(!list.data.timetables.isEmpty)
        #expect(list.data.timetables.allSatisfy { $0.isTimeZoneAssumed == isAssumed })
        for question in ["trips/T1", "trips/T1?date=20260102"] {
            let trip: Envelope<TripDetailsDTO> = try await feed.ask(question)
            #expect(!trip.data.calls.isEmpty)
            #expect(trip.data.calls.allSatisfy { $0.isTimeZoneAssumed == isAssumed })
        }
    }

    @Test("A clock with its own zone is not assumed")
    func ownZone() async throws {
        let feed = try feed("PST", stop: "Europe/Paris")
        let stop: Envelope<StopDetailsDTO> = try await feed.ask("stops/B")
        #expect(stop.data.timezone == "Europe/Paris")
        #expect(!stop.data.timezoneAssumed && !stop.data.stopTimezoneAssumed)
    }
}
