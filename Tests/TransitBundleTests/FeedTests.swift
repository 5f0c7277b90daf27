import Foundation
import GRDB
import Testing
import TransitBundle

@Suite("The feed: services, validity, credits")
struct FeedTests {
    private func date(_ number: Int32) throws -> ServiceDate {
        try #require(ServiceDate(yyyymmdd: number))
    }

    @Test(
        "services of a date, exceptions applied",
        arguments: [
            // A Saturday, a Monday, Christmas (a Friday that runs as a Sunday), New Year's Eve
            // (a Thursday), a weekend of track work.
            (20_261_121, ["DAILY", "NIGHT", "WE"]), (20_261_123, ["DAILY", "WD"]),
            (20_261_225, ["DAILY", "WE"]), (20_261_231, ["DAILY", "NIGHT", "NYE", "WD"]),
            (20_261_114, ["DAILY", "NIGHT", "TRACKWORK", "WE"]),
            // The first and last day, and those beside.
            (20_260_701, ["DAILY", "WD"]), (20_260_630, []),
            (20_270_630, ["DAILY", "WD"]), (20_270_701, []),
        ] as [(Int32, [String])])
    func services(number: Int32, expected: [String]) async throws {
        let bundle = try await sampleBundle()
        let date = try date(number)
        #expect(try await bundle.activeServices(on: date) == expected)
        for service in ["DAILY", "NIGHT", "NYE", "TRACKWORK", "WD", "WE"] {
            let active = try await bundle.isActive(service, on: date)
            #expect(active == expected.contains(service), "\(service)")
        }
        #expect(try await !bundle.isActive("NONE", on: date))
    }

    @Test("the validity window and its end")
    func validity() async throws {
        let validity = try await sampleBundle().validity()
        #expect(validity.start == (try date(20_260_701)))
        #expect(validity.end == (try date(20_270_630)))
        #expect(validity.daysLeft(on: try date(20_270_627)) == 3)
        #expect(validity.expiryText(on: try date(20_270_627)) == "Timetable expires in 3 days")
        #expect(validity.expiryText(on: try date(20_270_629)) == "Timetable expires in 1 day")
        #expect(validity.expiryText(on: try date(20_270_630)) == "Timetable expires today")
        #expect(validity.expiryText(on: try date(20_270_701)) == "Timetable expired 1 day ago")
        #expect(validity.contains(try date(20_260_701)))
        #expect(!validity.contains(try date(20_260_630)))
        #expect(!validity.contains(try date(20_270_701)))
    }

    @Test("the window is where feed_info and service days agree")
    func narrowed() throws {
        let validity = FeedValidity(
            feedStart: try date(20_260_101), feedEnd: try date(20_261_231),
            firstServiceDay: try date(20_260_201), lastServiceDay: try date(20_261_130))
        #expect(validity.start == (try date(20_260_201)))
        #expect(validity.end == (try date(20_261_130)))
        #expect(FeedValidity().end == nil)
        #expect(FeedValidity().expiryText(on: try date(20_260_101)) == nil)
        #expect(FeedValidity().contains(try date(20_260_101)))
    }

    @Test("without feed_info the service days decide")
    func withoutFeedInfo() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    t,a,1,08:00:00,08:00:00
                    t,b,2,09:00:00,09:00:00

                    """))
        let feed = try await bundle.feed()
        #expect(feed.info == nil)
        #expect(feed.validity.start == (try date(20_260_101)))
        #expect(feed.validity.end == (try date(20_261_231)))
        #expect(feed.credits == ["Tiny"])
    }

    @Test("whom to name, and where the file comes from")
    func description() async throws {
        let feed = try await sampleBundle().feed()
        #expect(feed.info?.feedVersion == "sample-2026.11")
        #expect(feed.agencies.map(\.agencyID) == ["PLT", "HFL"])
        #expect(feed.attributions.count == 4)
        #expect(feed.attributions.map(\.appliesToFeed) == [true, false, false, false])
        #expect(
            feed.credits == [
                "Port Lumen Transit", "Harbour Ferries of Port Lumen", "Lumen Map Studio",
                "Port Lumen Council", "Far Head \"Steam & Sail\" Co-operative",
                "Beachside Coaches, Ltd.",
            ])
        #expect(feed.metadata["schema_version"] == "3")
        #expect(feed.metadata["content_hash"]?.hasPrefix("xxh3:") == true)
        #expect(feed.licence == nil)
    }

    @Test("the terms that `gtfs update` took from a definition")
    func terms() async throws {
        let path = try SampleBundle.newFolder().appendingPathComponent("b.sqlite").path
        try FileManager.default.copyItem(atPath: try await SampleBundle.path.value, toPath: path)
        let database = try DatabaseQueue(path: path)
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO metadata VALUES ('licence', 'CC-BY-4.0'),
                      ('licence_url', 'https://a.example'), ('attribution', 'The Town')
                    """)
        }
        try database.close()
        let feed = try await TransitBundle(path: path).feed()
        #expect(feed.licence == "CC-BY-4.0")
        #expect(feed.licenceURL == "https://a.example")
        #expect(feed.attribution == "The Town")
    }

    @Test("the date at the agency's clock")
    func today() async throws {
        let bundle = try await sampleBundle()
        #expect(bundle.timeZone.identifier == "Australia/Sydney")
        // 2026-11-21 13:30 in Greenwich is half past midnight of the next day in Sydney.
        #expect(
            bundle.date(at: Date(timeIntervalSince1970: 1_795_267_800)) == (try date(20_261_122)))
    }
}
