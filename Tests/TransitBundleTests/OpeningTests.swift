import Foundation
import GRDB
import Testing
import TransitBundle

@Suite("Opening a bundle")
struct OpeningTests {
    private func newPath() throws -> String {
        try SampleBundle.newFolder().appendingPathComponent("bundle.sqlite").path
    }

    private func copyOfSample() async throws -> String {
        let path = try newPath()
        try FileManager.default.copyItem(atPath: try await SampleBundle.path.value, toPath: path)
        return path
    }

    private func bytesOfSample() async throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: try await SampleBundle.path.value))
    }

    private func change(_ path: String, _ sql: String) throws {
        let database = try DatabaseQueue(path: path)
        try database.write { try $0.execute(sql: sql) }
        try database.close()
    }

    private func error(of bytes: Data) throws -> TransitBundleError? {
        let path = try newPath()
        try bytes.write(to: URL(fileURLWithPath: path))
        do {
            _ = try TransitBundle(path: path)
            return nil
        } catch let error as TransitBundleError {
            return error
        }
    }

    @Test("a bundle knows the line that its keys belong to")
    func line() async throws {
        let sample = try await sampleBundle()
        let line = try #require(try await sample.line)
        #expect(try await sample.recognizes(line))
        let saved = try JSONDecoder().decode(BundleLine.self, from: JSONEncoder().encode(line))
        #expect(try await sample.recognizes(saved))
        #expect(try await !sample.recognizes(BundleLine(rawValue: "another")))
        #expect(try await !sample.recognizes(nil))
        let path = try await copyOfSample()
        try change(path, "DELETE FROM metadata WHERE key = 'line'")
        let lineless = try TransitBundle(path: path)
        #expect(try await lineless.line == nil)
        #expect(try await !lineless.recognizes(lineless.line))
        #expect(try await !lineless.recognizes(line))
    }

    /// A query whose rows have no end.
    private static let endless =
        "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n AS trip_id FROM t"

    @Test("a view in the place of a table, whose rows may have no end")
    func viewForTable() async throws {
        let path = try await copyOfSample()
        try change(path, "DROP TABLE levels; CREATE VIEW levels AS \(Self.endless)")
        #expect(
            throws: TransitBundleError.damaged(
                reason: "levels is a view, and should be a table")
        ) { try TransitBundle(path: path) }
    }

    @Test("a view that never ends is ended, each time that it is asked")
    func endlessView() async throws {
        let path = try await copyOfSample()
        try change(path, "DROP VIEW trips; CREATE VIEW trips AS \(Self.endless) WHERE n < 0")
        let bundle = try TransitBundle(path: path)
        await #expect(throws: TransitBundleError.damaged(reason: "interrupted")) {
            try await bundle.read { try $0.rows("SELECT count(*) FROM trips") { $0.integer(0) } }
        }
        #expect(try await bundle.stop(id: "QUAY").stopID == "QUAY")
    }

    @Test("a missing file")
    func missing() throws {
        let path = try newPath()
        #expect(throws: TransitBundleError.missing(path: path)) { try TransitBundle(path: path) }
        #expect(
            "\(TransitBundleError.missing(path: "x"))" == "There is no file at x.")
    }

    @Test("a file that is none of ours: empty, text, another database")
    func foreign() async throws {
        for bytes in [Data(), Data("hello".utf8), Data(repeating: 0, count: 8192)] {
            guard case .notABundle? = try error(of: bytes) else {
                Issue.record("\(bytes.count) bytes were taken for a bundle")
                continue
            }
        }
        let path = try newPath()
        try change(path, "CREATE TABLE stops (sid)")
        #expect(throws: TransitBundleError.notABundle(path: path)) { try TransitBundle(path: path) }
    }

    @Test("a folder is not a bundle")
    func folder() throws {
        let path = try SampleBundle.newFolder().path
        #expect(throws: TransitBundleError.unreadable(path: path, reason: "it is a folder")) {
            try TransitBundle(path: path)
        }
    }

    @Test("a zip is not the file in which a bundle is to be made of it")
    func zip() throws {
        guard case .zip? = try error(of: Data("PK\u{3}\u{4}".utf8)) else {
            Issue.record("a zip was not refused as one")
            return
        }
        for (path, bundle) in [("a/b.ZIP", "a/b.sqlite"), ("feed", "feed.sqlite")] {
            #expect(
                TransitBundleError.zip(path: path).debugDescription.contains(
                    "`gtfs build \(path) -o \(bundle)`"))
        }
    }

    @Test("a file that ends early says how much is missing", arguments: [100, 4096, 100_000])
    func truncated(count: Int) async throws {
        let bytes = try await bytesOfSample()
        guard
            case .truncated(_, Int64(count), Int64(bytes.count))? =
                try error(of: bytes.prefix(count))
        else {
            Issue.record("\(count) bytes were not refused as cut off")
            return
        }
        guard case .notABundle? = try error(of: bytes.prefix(99)) else {
            Issue.record("99 bytes were not refused")
            return
        }
    }

    @Test("a layout that is newer than the library")
    func newer() async throws {
        let path = try await copyOfSample()
        try change(path, "PRAGMA user_version = 4")
        let expected = TransitBundleError.newer(path: path, version: 4)
        #expect(throws: expected) { try TransitBundle(path: path) }
        #expect(expected.localizedDescription.contains("Update the app"))
    }

    @Test("a layout that no release has written")
    func unknownLayout() async throws {
        let path = try await copyOfSample()
        try change(path, "PRAGMA user_version = 0")
        #expect(throws: TransitBundleError.notABundle(path: path)) { try TransitBundle(path: path) }
    }

    @Test("a bundle without its tables, or with none of its pages right, is refused")
    func damaged() async throws {
        let path = try await copyOfSample()
        try change(path, "DROP TABLE agency")
        #expect(throws: TransitBundleError.self) { try TransitBundle(path: path) }
        var bytes = try await bytesOfSample()
        bytes.replaceSubrange(100..., with: Data(repeating: 0x5A, count: bytes.count - 100))
        #expect(try error(of: bytes) != nil)
    }

    @Test(
        "names that mean something in a URI are paths like others",
        arguments: [
            "a b.sqlite", "a?mode=rw.sqlite", "a#b.sqlite", "50%.sqlite", "é.sqlite",
            "a&b=c.sqlite",
        ])
    func names(name: String) async throws {
        let path = try SampleBundle.newFolder().appendingPathComponent(name).path
        try FileManager.default.copyItem(atPath: try await SampleBundle.path.value, toPath: path)
        let bundle = try TransitBundle(path: path)
        #expect(try await bundle.stop(id: "QUAY").stopName == "Quayside")
    }

    @Test("nothing writes to the file or beside it")
    func readOnly() async throws {
        let path = try await copyOfSample()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let bundle = try TransitBundle(path: path)
        _ = try await bundle.stops(matching: "quay")
        await #expect(throws: BundleSQLError.self) {
            try await bundle.read { try $0.rows("DELETE FROM stops") { $0.integer(0) } }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["bundle.sqlite"])
    }

    @Test("many tasks may ask at once")
    func concurrency() async throws {
        let bundle = try TransitBundle(path: try await SampleBundle.path.value)
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<50 {
                group.addTask { try await bundle.stops(matching: "quay").map(\.stopID) }
                group.addTask { try await bundle.languages() }
            }
            for try await answer in group { #expect(!answer.isEmpty) }
        }
    }

    @Test("a statement ends with the task that waits for it, and its connection answers others")
    func cancelledStatements() async throws {
        let bundle = try TransitBundle(path: try await SampleBundle.path.value)
        let started = AsyncStream.makeStream(of: Void.self)
        // More than there are connections: some wait for one when they are cancelled.
        let tasks = (0..<10).map { _ in
            Task {
                try await bundle.read { db in
                    started.continuation.yield()
                    return try db.rows(
                        """
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                        SELECT count(*) FROM n
                        """
                    ) { $0.integer(0) }
                }
            }
        }
        for await _ in started.stream { break }
        for task in tasks { task.cancel() }
        for task in tasks {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(try await bundle.read { try $0.rows("SELECT 7") { $0.integer(0) } } == [7])
    }

    @Test(
        "a mistake in SQL of one's own is that, and no damage",
        arguments: [
            "SELECT nope FROM stops", "SELECT \"nope\" FROM stops", "SELECT", "DELETE FROM stops",
        ])
    func mistakes(sql: String) async throws {
        let bundle = try await sampleBundle()
        let error = await #expect(throws: BundleSQLError.self) {
            try await bundle.read { try $0.rows(sql) { $0.integer(0) } }
        }
        #expect(error?.sql == sql)
        #expect(error?.message.isEmpty == false)
    }

    @Test("errors of the app are rethrown unchanged")
    func ownErrors() async throws {
        struct Own: Error {}
        let bundle = try await sampleBundle()
        await #expect(throws: Own.self) { try await bundle.read { _ in throw Own() } }
    }

    @Test("Stop times are records: their rows are the calls of the trips")
    func stopTimes() async throws {
        let bundle = try await sampleBundle()
        let rows = try await bundle.read {
            try StopTime.fetchAll($0, "ORDER BY trip_id, stop_sequence")
        }
        let trips = try await bundle.read { try Trip.fetchAll($0) }
        var count = 0
        for trip in trips {
            let calls = try await bundle.calls(of: trip)
            let own = rows.filter { $0.tripID?.text == trip.tripID }
            count += own.count
            #expect(own.map(\.stopSequence) == calls.map(\.stopSequence))
            #expect(own.map { $0.stopID?.text } == calls.map(\.stopID))
            #expect(own.map(\.arrivalTime) == calls.map(\.arrival))
            #expect(own.map(\.departureTime) == calls.map(\.departure))
            #expect(own.map { $0.pickupType ?? .regular } == calls.map(\.pickup))
            #expect(own.map(\.shapeDistTraveled) == calls.map(\.shapeDistTraveled))
            #expect(own.map(\.startPickupDropOffWindow) == calls.map { $0.flex?.start })
            #expect(own.map { $0.stopHeadsign ?? trip.tripHeadsign } == calls.map(\.headsign))
        }
        #expect(count == rows.count && count > 100)
        let first = try #require(rows.first)
        let key: [BundleValue] = [
            .text(try #require(first.tripID).text), .integer(try #require(first.stopSequence)),
        ]
        let found = try await bundle.read { db in
            try StopTime.fetchOne(db, "WHERE trip_id = ? AND stop_sequence = ?", with: key)
        }
        #expect(found == first)
    }

    @Test("Rows of every kind are found by conditions, and by none where the feed lacks them")
    func conditions() async throws {
        let bundle = try await sampleBundle()
        try await bundle.read { db in
            let trip = try #require(
                try Trip.fetchOne(db, "WHERE trip_id = ?", with: [.text("L2-N")]))
            #expect(trip.tripID == "L2-N")
            #expect(try Trip.fetchOne(db, "WHERE trip_id = ?", with: [.text("NONE")]) == nil)
            #expect(try Stop.fetchAll(db, "WHERE location_type = ?", with: [.integer(1)]).count > 1)
            #expect(try Stop.fetchAll(db, "WHERE stop_lat < ?", with: [.real(-33.87)]).count > 0)
            #expect(try Agency.fetchOne(db, "WHERE agency_id = 'PLT'")?.agencyID == "PLT")
            #expect(
                try FeedInfo.fetchAll(db, "WHERE feed_lang = ?", with: [.text("en-AU")]).count == 1)
            #expect(try Level.fetchAll(db, "WHERE level_id IS ?", with: [.null]).isEmpty)
            #expect(throws: BundleSQLError.self) { try Level.fetchAll(db, "WHERE nope = 1") }
            #expect(throws: BundleSQLError.self) { try Level.fetchAll(db, "WHERE level_id = ?") }
        }
        let tiny = try TransitBundleTests.bundle(
            of: TinyFeed.files(stopTimes: "trip_id,stop_id,stop_sequence\n"))
        let counts = try await tiny.read { db in
            [
                try Level.fetchAll(db).count, try Attribution.fetchAll(db).count,
                try Trip.fetchAll(db).count, try StopTime.fetchAll(db).count,
            ]
        }
        #expect(counts == [0, 0, 0, 0])
    }

    @Test("Rows are those that another reader finds")
    func rows() async throws {
        let bundle = try await sampleBundle()
        let sql = "SELECT stop_id, sid, stop_lat, x'00FF' AS bytes FROM stops ORDER BY sid"
        let found = try await bundle.read { db in
            try db.rows(sql) { row in
                #expect((0..<row.count).map(row.name) == ["stop_id", "sid", "stop_lat", "bytes"])
                #expect(row.blob(3) == Data([0, 255]) && row.blob(0) == nil)
                return "\(row.text(0) ?? "") \(row.integer(1) ?? 0) \(row.real(2) ?? 0)"
            }
        }
        let expected = try await bundle.readWithGRDB { db in
            try Row.fetchAll(db, sql: sql).map { row in
                "\(row[0] as String) \(row[1] as Int) \((row[2] as Double?) ?? 0)"
            }
        }
        #expect(found == expected && found.count == 40)
    }

    @Test("More questions than connections wait for one, and each is answered")
    func waiting() async throws {
        let bundle = try await sampleBundle()
        // Inside of a question the next one has to wait only if all connections are taken.
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await bundle.read { db in
                        try db.rows("SELECT ?1 FROM stops", with: [.integer(number)]) {
                            $0.integer(0)
                        }
                    }.reduce(0, +)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == (0..<40).map { $0 * 40 })
    }

    @Test("the example of SQL of one's own")
    func records() async throws {
        let bundle = try await sampleBundle()
        #expect(try await bundle.read { try Route.fetchAll($0) }.count == 8)
        #expect(try await bundle.read { try Stop.fetchAll($0) }.count == 40)
        #expect(try await bundle.read { try Agency.fetchAll($0) }.count == 2)
        #expect(try await bundle.read { try Level.fetchAll($0) }.count == 3)
        #expect(try await bundle.read { try Trip.fetchAll($0) }.count == 38)
        #expect(try await bundle.read { try FeedInfo.fetchAll($0) }.count == 1)
        #expect(try await bundle.read { try Attribution.fetchAll($0) }.count == 4)
    }
}
