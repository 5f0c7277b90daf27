import Foundation
import TestSupport
import Testing

@Suite("Signals", .blocking)
struct SignalTests {
    private static let codes: [(signal: Int32, code: Int32)] = [
        (SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129),
    ]
    /// The beginning of a bundle, which a build replaces.
    private static let old = Data("SQLite format 3\0old".utf8)
    private let place: Workplace

    init() throws {
        var feed = TestFeed.base
        let trips = 40_000
        feed["trips.txt"] =
            "route_id,service_id,trip_id\n"
            + (0..<trips).map { "R,WD,T\($0)\n" }.joined()
        let header = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        feed["stop_times.txt"] =
            header
            + (0..<trips).map { trip in
                "T\(trip),8:00:00,8:00:00,A,1\nT\(trip),8:\(10 + trip % 50):00,,B,2\n"
                    + "T\(trip),9:00:00,9:00:00,C,3\n"
            }.joined()
        place = try Workplace(feed)
    }

    private func hasBegun() throws -> Bool {
        try place.bundles().contains { $0.hasPrefix(".town.sqlite.gtfs-") }
    }

    @Test("A stopped build leaves only the old bundle", arguments: codes)
    func stopped(signal: Int32, code: Int32) throws {
        // Beside other tests a build may be over before this thread runs again: then once more.
        for _ in 0..<1000 {
            try Self.old.write(to: URL(fileURLWithPath: place.bundle))
            let command = try Command(
                ["build", place.feed, "-o", place.bundle, "--quiet"], folder: place.folder)
            while try !hasBegun(), command.isRunning { usleep(200) }
            command.send(signal)
            let outcome = try command.wait()
            #expect(outcome.errors.isEmpty)
            #expect(try place.bundles() == ["town.sqlite"])
            let bundle = try Data(contentsOf: URL(fileURLWithPath: place.bundle))
            // Or it had just been done, and is whole.
            guard outcome.code != 0, bundle == Self.old else {
                #expect(try place.query("PRAGMA integrity_check") == ["ok"])
                continue
            }
            #expect(outcome.code == code)
            return
        }
        Issue.record("no build was stopped")
    }

    @Test("A signal at any moment leaves no litter")
    func anyMoment() throws {
        for milliseconds: UInt32 in [0, 1, 2, 5, 10, 20, 50, 100, 150, 200, 300] {
            let command = try Command(
                ["build", place.feed, "-o", place.bundle, "--quiet"], folder: place.folder)
            usleep(milliseconds * 1000)
            command.send(SIGTERM)
            let code = try command.wait().code
            // Before the program's first instruction, the signal kills it; after its last, no more.
            #expect([143, 0, -SIGTERM].contains(code))
            #expect(try place.bundles().filter { $0 != "town.sqlite" }.isEmpty)
            if code == 0 { #expect(try place.query("PRAGMA integrity_check") == ["ok"]) }
        }
    }

    @Test("A download that is stopped leaves nothing", arguments: codes)
    func download(signal: Int32, code: Int32) throws {
        let asked = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        let server = try TestServer { _, _ in
            asked.signal()
            release.wait()
            return .raw([])
        }
        defer { release.signal() }
        let command = try Command(
            [
                "build", server.url("/feed.zip"), "-o", place.bundle,
                "--temporary-directory", place.folder.temporaryDirectory,
            ], folder: place.folder)
        asked.wait()
        command.send(signal)
        #expect(try command.wait().code == code)
        #expect(try place.bundles().isEmpty)
        #expect(try place.folder.temporaryFiles().isEmpty)
    }

    @Test("A download that drips and is stopped leaves nothing", arguments: codes)
    func drip(signal: Int32, code: Int32) throws {
        let server = try TestServer { _, _ in
            ServedReply(body: [UInt8](repeating: 80, count: 100_000)).with {
                $0.pieceSize = 1000
                $0.pause = 100
            }
        }
        let command = try Command(
            [
                "build", server.url("/feed.zip"), "-o", place.bundle, "--temporary-directory",
                place.folder.temporaryDirectory,
            ], folder: place.folder)
        while server.requests.isEmpty, command.isRunning { usleep(200) }
        usleep(300_000)
        command.send(signal)
        #expect(try command.wait().code == code)
        #expect(try place.bundles().isEmpty)
        #expect(try place.folder.temporaryFiles().isEmpty)
    }
}
