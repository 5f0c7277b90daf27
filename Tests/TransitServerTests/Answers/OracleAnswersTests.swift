import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

/// Boards over the API against a second opinion that reads the feed's text files.
@Suite("Boards over the API and the oracle", .blocking)
struct OracleAnswersTests {
    private func answers(
        _ feed: AnsweredFeed, _ question: DepartureOracle.Question
    ) async throws -> [DepartureOracle.Answer] {
        let start = try Date(question.at, strategy: .iso8601)
        let end = start.addingTimeInterval(Double(question.duration))
        let address =
            "stops/\(AnsweredFeed.encoded(question.stopID))/departures"
            + "?at=\(AnsweredFeed.encoded(question.at))&for=\(question.duration)"
        var found: [StopEvent] = []
        var cursor: String?
        repeat {
            let page: Envelope<Board> = try await feed.ask(
                address + (cursor.map { "&cursor=\($0)" } ?? ""))
            found += page.data.events
            // The window after this one is another question to the oracle.
            cursor = page.data.events.count == 1000 ? page.meta.next : nil
        } while cursor != nil
        let json = try JSONEncoder().encode(
            found.filter { $0.time.date < end }.map { ModelDTO($0) })
        return try JSONDecoder().decode([DepartureOracle.Answer].self, from: json)
    }

    private static func text(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }

    /// How many departures both agree on.
    private func agreed(
        _ feed: AnsweredFeed, path: String, _ questions: [DepartureOracle.Question]
    ) async throws -> Int {
        let theirs = try DepartureOracle.ask(feed: path, questions)
        #expect(theirs.count == questions.count)
        var agreed = 0
        for (question, line) in zip(questions, theirs) {
            let expected = try JSONDecoder().decode([DepartureOracle.Answer].self, from: line)
            let found = try await answers(feed, question)
            #expect(Self.sorted(found) == Self.sorted(expected), "\(question)")
            agreed += found.count
        }
        return agreed
    }

    /// Departures at one instant have an order of their own.
    private static func sorted(_ answers: [DepartureOracle.Answer]) -> [DepartureOracle.Answer] {
        answers.sorted {
            ($0.departure, $0.tripID, $0.stopSequence, $0.serviceDate, $0.startTime ?? "") < (
                $1.departure, $1.tripID, $1.stopSequence, $1.serviceDate, $1.startTime ?? ""
            )
        }
    }

    @Test(
        "every stop of the sample: after midnight, frequencies, both changes of the clock, exceptions"
    )
    func sample() async throws {
        let feed = try await AnsweredFeed.sample.value
        let stops = try await feed.bundle.stops(
            limit: .max, kinds: [.stop, .station, .boardingArea]
        ).map(\.stopID)
        var questions: [DepartureOracle.Question] = []
        for day in ["2026-10-04", "2026-11-20", "2026-11-21", "2026-12-25", "2027-04-04"] {
            questions += stops.map {
                .init(stopID: $0, at: "\(day)T00:00:00+11:00", duration: 86_400)
            }
        }
        let count = try await agreed(feed, path: PackageRoot.path + "/feeds/sample", questions)
        #expect(count > 5_000)
    }

    @Test(
        "both changes of the clock, north and south",
        arguments: [
            ("America/New_York", "2026-03-07T12:00:00Z"),
            ("America/New_York", "2026-10-31T12:00:00Z"),
            ("Australia/Lord_Howe", "2026-04-04T00:00:00Z"),
            ("Australia/Lord_Howe", "2026-10-03T00:00:00Z"),
        ])
    func clockChanges(zone: String, start: String) async throws {
        var trips = "route_id,service_id,trip_id\n"
        var stopTimes = "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n"
        for number in 0..<84 {
            let (hour, minute) = (number / 3, number % 3 * 20)
            func time(_ more: Int) -> String {
                (hour < 10 ? "0" : "") + "\(hour):" + (minute + more < 10 ? "0" : "")
                    + "\(minute + more):00"
            }
            trips += "r,daily,t\(number)\n"
            stopTimes += "t\(number),a,1,\(time(0)),\(time(0))\nt\(number),b,2,,\n"
            stopTimes += "t\(number),c,3,\(time(9)),\(time(9))\n"
        }
        let files = SmallFeed.files(
            stops: "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\nb,B,1,1.01\nc,C,1,1.02\n",
            trips: trips, stopTimes: stopTimes, zone: zone,
            others: [
                "frequencies.txt":
                    "trip_id,start_time,end_time,headway_secs,exact_times\nt3,00:30:00,03:45:00,400,1\n"
            ])
        let folder = try TestFolder()
        for (name, text) in files { try folder.write("feed/" + name, Array(text.utf8)) }
        let first = Int(try Date(start, strategy: .iso8601).timeIntervalSince1970)
        let questions = ["a", "b", "c"].flatMap { stop in
            (0..<36).map { number in
                DepartureOracle.Question(
                    stopID: stop, at: Self.text(first + number * 3600), duration: 3600)
            }
        }
        let count = try await agreed(
            AnsweredFeed(feed: folder.path + "/feed"), path: folder.path + "/feed", questions)
        #expect(count > 200)
    }

    @Test(
        "three hundred questions to real feeds", .sharedFiles,
        arguments: ["nyc-subway", "abidjan-ci", "renfe-es"])
    func shared(name: String) async throws {
        let path = try #require(PackageRoot.shared("feeds/\(name).zip"))
        #expect(try await agreedAtRandom(AnsweredFeed(feed: path), path: path) > 0)
    }

    @Test("three hundred questions to generated towns", arguments: UInt64(1)...3)
    func towns(seed: UInt64) async throws {
        let folder = try TestFolder()
        for (name, text) in ConstructedFeed.town(seed: seed) {
            try folder.write("feed/" + name, Array(text.utf8))
        }
        let path = folder.path + "/feed"
        #expect(try await agreedAtRandom(AnsweredFeed(feed: path), path: path) > 40)
    }

    /// How many departures both agree on, of three hundred questions at any stop and time.
    private func agreedAtRandom(_ feed: AnsweredFeed, path: String) async throws -> Int {
        let stops = try await feed.bundle.stops(limit: .max).map(\.stopID)
        let days = try #require(feed.bundle.serviceDays)
        var random = SeededGenerator(seed: 20_261_122)
        let questions = (0..<300).map { _ in
            let day = Int.random(
                in: days.lowerBound.dayNumber - 1...days.upperBound.dayNumber + 1, using: &random)
            return DepartureOracle.Question(
                stopID: stops[Int.random(in: stops.indices, using: &random)],
                at: Self.text(day * 86_400 + Int.random(in: 0..<86_400, using: &random)),
                duration: Int.random(in: 60...7_200, using: &random))
        }
        return try await agreed(feed, path: path, questions)
    }
}
