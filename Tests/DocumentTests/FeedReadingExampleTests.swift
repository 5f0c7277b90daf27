import FeedReading
import GTFSSchedule
import TestSupport
import Testing

@Suite("Examples of reading a feed") struct FeedReadingExampleTests {
    private let folder: TestFolder
    private let zip: String

    init() throws {
        folder = try TestFolder()
        let feed: TestFeed = """
            # stops.txt
            stop_id,stop_name,acme_color
            A,Harbour,red
            B,Mill,
            # trips.txt
            route_id,service_id,trip_id,direction_id
            R,S,T1,0
            R,S,T2,north
            # stop_times.txt
            trip_id,stop_id,stop_sequence
            T1,A,1
            T1,B,2
            # acme.txt
            x,y
            1,2
            3,gate
            """
        zip = try feed.pack(as: .zip(options: ""), to: folder, as: "feed.zip")
    }

    @Test("The page")
    func page() async throws {
        let (trips, problems) = try tripsByRoute(of: zip)
        #expect(trips == ["R": 2])
        #expect(problems == ["line 3: invalid_integer"])
        #expect(try await colors(of: zip) == ["A": "red"])
        #expect(try await lines(of: zip, file: "acme.txt", with: "gate") == [3])
        #expect(
            try files(of: zip) == [
                "stops.txt: stops", "trips.txt: trips", "stop_times.txt: stop_times",
                "acme.txt: unknown",
            ])
    }

    @Test("Comments")
    func comments() async throws {
        let examples = FeedReadingExamples()
        #expect(try examples.names(in: Feed(zip)) == [2: "Harbour", 3: "Mill"])
        #expect(try await examples.calls(in: Feed(zip)) == ["T1": 2])
    }
}
