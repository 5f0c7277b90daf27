import Foundation
import GRDB
import TestSupport
import Testing
import TransitBundle

@Suite struct DepartureOracleTests {
    private static func stopIDs(_ bundle: TransitBundle) async throws -> [String] {
        try await bundle.readWithGRDB { db in
            try String.fetchAll(db, sql: "SELECT stop_id FROM stops ORDER BY sid")
        }
    }

    private static func text(_ instant: Int) -> String {
        Date(timeIntervalSince1970: Double(instant)).formatted(.iso8601)
    }

    private static func windows(
        of stops: [String], from start: String, count: Int, every seconds: Int
    ) throws -> [Oracle.Question] {
        let first = Int(try Lookup.instant(start).timeIntervalSince1970)
        return stops.flatMap { stop in
            (0..<count).map { number in
                Oracle.Question(
                    stopID: stop, at: text(first + number * seconds), duration: seconds)
            }
        }
    }

    private static func write(_ files: [String: String]) throws -> String {
        let folder = try SampleBundle.newFolder()
        for (name, text) in files {
            try text.write(
                to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
        }
        return folder.path
    }

    /// Every stop on ordinary days, exceptions, both clock changes, the first and the last day.
    @Test func everyStopOfTheSample() async throws {
        let bundle = try await sampleBundle()
        let stops = try await Self.stopIDs(bundle)
        var questions: [Oracle.Question] = []
        for day in [
            "2026-06-30", "2026-07-01", "2026-10-03", "2026-10-04", "2026-11-14", "2026-11-20",
            "2026-11-21", "2026-11-22", "2026-12-25", "2026-12-31", "2027-01-01", "2027-04-03",
            "2027-04-04", "2027-06-30", "2027-07-01",
        ] {
            questions += try Self.windows(
                of: stops, from: "\(day)T00:00:00+11:00", count: 2, every: 50_000)
        }
        let feed = SampleBundle.package.appendingPathComponent("feeds/sample").path
        let (differences, agreed) = try await Oracle.compare(bundle, feed: feed, questions)
        #expect(differences == [])
        #expect(agreed > 20_000)
    }

    @Test func activeServicesOfTheSample() async throws {
        struct Question: Encodable { var date: String }
        let bundle = try await sampleBundle()
        let days = (0..<420).map { 20_600 + $0 }
        let dates = days.map { day in
            Self.text(day * 86_400).prefix(10).filter { $0 != "-" }
        }
        let answers = try Oracle.ask(
            feed: SampleBundle.package.appendingPathComponent("feeds/sample").path,
            dates.map { Question(date: $0) })
        #expect(answers.count == days.count)
        for (day, line) in zip(days, answers) {
            let theirs = try JSONDecoder().decode([String].self, from: line)
            let ours = try await Lookup.activeServices(on: day, in: bundle)
            #expect(ours == theirs, "on day \(day)")
        }
    }

    /// Both changes of the clock, in zones where they are an hour and half an hour, north and south.
    @Test(arguments: [
        ("America/New_York", "2026-03-07T12:00:00Z", "20260305", "20260311"),
        ("America/New_York", "2026-10-31T12:00:00Z", "20261029", "20261104"),
        ("Europe/London", "2026-03-28T12:00:00Z", "20260326", "20260401"),
        ("Europe/London", "2026-10-24T12:00:00Z", "20261022", "20261028"),
        ("Australia/Sydney", "2026-04-04T00:00:00Z", "20260402", "20260408"),
        ("Australia/Sydney", "2026-10-03T00:00:00Z", "20261001", "20261007"),
        ("Australia/Lord_Howe", "2026-04-04T00:00:00Z", "20260402", "20260408"),
        ("Australia/Lord_Howe", "2026-10-03T00:00:00Z", "20261001", "20261007"),
    ])
    func clockChanges(zone: String, start: String, first: String, last: String) async throws {
        let files = ConstructedFeed.clock(zone: zone, from: first, to: last)
        let questions = try Self.windows(
            of: ["S1", "S2", "S3"], from: start, count: 144, every: 1800)
        let (differences, agreed) = try await Oracle.compare(
            try bundle(of: files), feed: Self.write(files), questions)
        #expect(differences == [])
        #expect(agreed > 400)
    }

    /// From the day before the first to three days after the last: midnight and its neighbours.
    @Test func firstAndLastDaysOfService() async throws {
        let files = ConstructedFeed.clock(
            zone: "America/New_York", from: "20260601", to: "20260602")
        let questions = try Self.windows(
            of: ["S1", "S2", "S3"], from: "2026-05-31T04:00:00Z", count: 6 * 24 * 4, every: 900)
        let (differences, agreed) = try await Oracle.compare(
            try bundle(of: files), feed: Self.write(files), questions)
        #expect(differences == [])
        #expect(agreed > 300)
    }

    /// A window of one second before, at and after a departure: the end is not in it.
    @Test func windowsAreHalfOpen() async throws {
        let files = ConstructedFeed.clock(zone: "UTC", from: "20260601", to: "20260601")
        let bundle = try bundle(of: files)
        let stop = try await Lookup.stop("S1", in: bundle)
        func count(_ at: String, for seconds: Double) async throws -> Int {
            try await bundle.departures(from: stop, at: Lookup.instant(at), for: seconds).count
        }
        #expect(try await count("2026-06-01T12:10:00Z", for: 1) == 1)
        #expect(try await count("2026-06-01T12:09:59Z", for: 1) == 0)
        #expect(try await count("2026-06-01T12:09:59Z", for: 2) == 1)
        #expect(try await count("2026-06-01T12:10:01Z", for: 1) == 0)
    }

    /// Agencies in three zones; stops and a station with zones of their own.
    @Test func zonesOfAgenciesAndStops() async throws {
        let files = ConstructedFeed.zones
        let questions = try Self.windows(
            of: ["ST", "P1", "P2", "Q", "R", "V"], from: "2026-10-23T06:00:00Z", count: 17 * 8,
            every: 10_800)
        let (differences, agreed) = try await Oracle.compare(
            try bundle(of: files), feed: Self.write(files), questions)
        #expect(differences == [])
        #expect(agreed > 5_000)
    }

    /// At any stop, from the day before the first service to two days after the last.
    private static func randomQuestions(
        _ count: Int, to bundle: TransitBundle
    ) async throws -> [Oracle.Question] {
        let stops = try await stopIDs(bundle)
        let days = try await bundle.readWithGRDB { db in
            try Int.fetchAll(
                db,
                sql: """
                    SELECT min(first_day) FROM service UNION SELECT max(last_day) FROM service
                    ORDER BY 1
                    """)
        }
        let first = try #require(days.first)
        let last = try #require(days.last)
        var random = SeededNumbers(seed: 20_261_121)
        return (0..<count).map { _ in
            let day = Int.random(in: first - 1...last + 2, using: &random)
            return Oracle.Question(
                stopID: stops[Int.random(in: stops.indices, using: &random)],
                at: text(day * 86_400 + Int.random(in: 0..<86_400, using: &random)),
                duration: Int.random(in: 60...7_200, using: &random))
        }
    }

    @Test(
        "Generated towns: whole days at every stop, and questions at random",
        arguments: UInt64(1)...6)
    func towns(seed: UInt64) async throws {
        let files = ConstructedFeed.town(seed: seed)
        let bundle = try bundle(of: files)
        var questions = try await Self.randomQuestions(400, to: bundle)
        // Each of them is the day of a change of the clock, in one of the towns.
        for day in ["2026-03-08", "2026-03-29", "2026-04-04", "2026-10-03", "2026-10-25"] {
            questions += try await Self.windows(
                of: Self.stopIDs(bundle), from: "\(day)T00:00:00Z", count: 3, every: 86_400)
        }
        let (differences, agreed) = try await Oracle.compare(
            bundle, feed: Self.write(files), questions)
        #expect(differences == [])
        #expect(agreed > 400)
    }

    /// Two thousand questions to each of seven feeds of all kinds: frequencies; times past 24 h;
    /// nothing but `calendar_dates.txt`; mostly rows without times; untidy cells.
    @Test(
        .sharedFiles,
        arguments: PackageRoot.readsLargeFiles
            ? [
                "transjakarta-id", "abidjan-ci", "nyc-subway", "wmata-rail", "portoalegre-br",
                "cairns-au", "renfe-es",
            ] : ["cairns-au"])
    func randomQuestions(feed: String) async throws {
        let path = try #require(PackageRoot.shared("feeds/\(feed).zip"))
        let bundle = try TransitBundle(
            path: SampleBundle.build(path, in: SampleBundle.newFolder()))
        let questions = try await Self.randomQuestions(2_000, to: bundle)
        let (differences, agreed) = try await Oracle.compare(bundle, feed: path, questions)
        #expect(differences == [])
        #expect(agreed > 0)
    }
}
