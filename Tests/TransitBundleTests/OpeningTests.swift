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
            try await bundle.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM trips") }
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
        await #expect(throws: DatabaseError.self) {
            try await bundle.read { try $0.execute(sql: "DELETE FROM stops") }
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
                    return try Int.fetchOne(
                        db,
                        sql: """
                            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                            SELECT count(*) FROM n
                            """)
                }
            }
        }
        for await _ in started.stream { break }
        for task in tasks { task.cancel() }
        for task in tasks {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(try await bundle.read { try Int.fetchOne($0, sql: "SELECT 7") } == 7)
    }

    @Test(
        "a mistake in SQL of one's own is that, and no damage",
        arguments: ["SELECT nope FROM stops", "SELECT", "DELETE FROM stops"])
    func mistakes(sql: String) async throws {
        let bundle = try await sampleBundle()
        let error = await #expect(throws: DatabaseError.self) {
            try await bundle.read { try $0.execute(sql: sql) }
        }
        #expect(error?.sql == sql)
        #expect(error?.message != nil)
    }

    @Test("errors of the app are rethrown unchanged")
    func ownErrors() async throws {
        struct Own: Error {}
        let bundle = try await sampleBundle()
        await #expect(throws: Own.self) { try await bundle.read { _ in throw Own() } }
    }

    @Test("records are found by their keys, those of views too")
    func keys() async throws {
        let bundle = try await sampleBundle()
        try await bundle.read { db in
            let trip = try #require(try Trip.fetchOne(db, key: ["trip_id": "L2-N"]))
            #expect(trip.tripID == "L2-N")
            #expect(try Trip.fetchOne(db, id: "L2-N") == trip)
            #expect(try Trip.find(db, id: "L2-N") == trip)
            #expect(try Trip.fetchAll(db, ids: ["L2-N", "NONE"]) == [trip])
            #expect(try Trip.fetchOne(db, id: "NONE") == nil)
            #expect(try Trip.all().filter(id: "L2-N").fetchAll(db) == [trip])
            let stop = try #require(try Stop.fetchOne(db, key: ["stop_id": "QUAY"]))
            #expect(try Stop.fetchOne(db, id: stop.sid) == stop)
            let route = try #require(try Route.fetchOne(db, key: ["route_id": "T1"]))
            #expect(try Route.fetchOne(db, id: route.rid) == route)
        }
    }

    @Test("Stop times are records: their rows are the calls of the trips")
    func stopTimes() async throws {
        let bundle = try await sampleBundle()
        let rows = try await bundle.read { try StopTime.all().orderByPrimaryKey().fetchAll($0) }
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
        try await bundle.read { (db: Database) throws -> Void in
            let first = try #require(rows.first)
            let key: [String: (any DatabaseValueConvertible)?] = [
                "trip_id": first.tripID?.text, "stop_sequence": first.stopSequence,
            ]
            #expect(try StopTime.fetchOne(db, key: key) == first)
            #expect(try StopTime.filter(key: key).fetchAll(db) == [first])
            #expect(try StopTime.find(db, key: key) == first)
            #expect(try StopTime.fetchOne(db, key: ["trip_id": "NONE"]) == nil)
            #expect(throws: DatabaseError.self) { try StopTime.fetchOne(db, key: ["nope": 1]) }
            let stop = StopTime.belongsTo(
                Stop.self, using: ForeignKey(["stop_id"], to: ["stop_id"]))
            let atQuay = StopTime.joining(required: stop.filter(Column("stop_id") == "QUAY_P1"))
            #expect(
                try atQuay.fetchCount(db) == rows.filter { $0.stopID == "QUAY_P1" }.count)
        }
    }

    @Test("records are found by their keys through a connection of the app's own")
    func ownConnection() async throws {
        let queue = try DatabaseQueue(path: try await copyOfSample())
        try await queue.read { (db: Database) throws -> Void in
            #expect(try Trip.fetchOne(db, key: ["trip_id": "L2-N"])?.tripID == "L2-N")
            #expect(try Trip.find(db, id: "L2-N").tripID == "L2-N")
            #expect(try Level.fetchOne(db, id: "NONE") == nil)
        }
    }

    @Test("records of small files, which have no index, are found by any columns")
    func keysWithoutIndex() async throws {
        let bundle = try await sampleBundle()
        try await bundle.read { db in
            let agency = try #require(try Agency.fetchOne(db, key: ["agency_id": "PLT"]))
            #expect(agency.agencyID == "PLT")
            #expect(try Agency.fetchOne(db, key: ["agency_id": "NONE"]) == nil)
            #expect(try Agency.fetchAll(db, keys: [["agency_id": "PLT"]]) == [agency])
            #expect(try Agency.fetchAll(db, keys: []) == [])
            #expect(try Agency.exists(db, key: ["agency_id": "PLT", "agency_name": nil]) == false)
            let levels = try Level.fetchAll(db)
            #expect(levels.count == 3)
            for level in levels {
                #expect(try Level.fetchOne(db, id: level.id) == level)
                #expect(try Level.find(db, key: ["level_id": level.levelID]) == level)
            }
            #expect(try Level.fetchAll(db, ids: levels.map(\.id)) == levels)
            #expect(throws: RecordError.self) { try Level.find(db, id: "NONE") }
            #expect(throws: DatabaseError.self) {
                try Attribution.fetchOne(db, key: ["nope": "NONE"])
            }
            #expect(try FeedInfo.filter(key: ["feed_lang": "en-AU"]).fetchCount(db) == 1)
        }
    }

    @Test("requests of records take keys of any columns, where GRDB alone ends the process")
    func requestsByKey() async throws {
        let bundle = try await sampleBundle()
        try await bundle.read { db in
            let key = ["agency_id": "PLT"]
            let agency = try #require(try Agency.all().filter(key: key).fetchOne(db))
            #expect(agency.agencyID == "PLT")
            #expect(try Agency.all().filter(keys: [key]).fetchAll(db) == [agency])
            #expect(try Agency.order(Column("agency_id")).filter(key: key).fetchCount(db) == 1)
            #expect(try Agency.fetchSet(db, keys: [key]) == [agency])
            #expect(try Agency.fetchCursor(db, keys: [key]).next() == agency)
            let nothing: [String: (any DatabaseValueConvertible)?]? = nil
            #expect(try Agency.all().filter(key: nothing).fetchCount(db) == 0)
            #expect(try Attribution.all().filter(keys: []).fetchCount(db) == 0)
            // Tables with unique indexes take keys of other columns too.
            let routes = try Route.all().filter(key: key).fetchAll(db)
            #expect(try routes == Route.filter(Column("agency_id") == "PLT").fetchAll(db))
            #expect(!routes.isEmpty)
            #expect(try Route.fetchOne(db, key: key) == routes.first)
            #expect(try Stop.exists(db, key: ["location_type": 1]))
            #expect(try Trip.filter(key: ["route_id": "L2"]).fetchCount(db) > 1)
            #expect(try Trip.all().filter(ids: ["L2-N", "NONE"]).fetchCount(db) == 1)
            let level = try #require(try Level.fetchOne(db))
            #expect(try Level.filter(id: level.id).fetchAll(db) == [level])
            #expect(try Level.all().filter(ids: [level.id]).fetchAll(db) == [level])
            #expect(try Level.exists(db, id: level.id))
            // An association, and a relation between two records.
            let operating = Route.belongsTo(
                Agency.self, using: ForeignKey(["agency_id"], to: ["agency_id"]))
            let joined = Route.joining(required: operating.filter(key: key))
            #expect(try joined.fetchCount(db) == routes.count)
        }
    }

    @Test("keys of columns that are not there, and deletions by keys, throw")
    func impossibleKeys() async throws {
        let bundle = try await sampleBundle()
        try await bundle.read { db in
            #expect(throws: DatabaseError.self) { try Stop.fetchOne(db, key: ["nope": 1]) }
            #expect(throws: DatabaseError.self) {
                try Trip.all().filter(key: ["nope": 1]).fetchAll(db)
            }
            #expect(throws: DatabaseError.self) {
                try Agency.deleteOne(db, key: ["agency_id": "PLT"])
            }
            #expect(throws: DatabaseError.self) {
                try Trip.deleteAll(db, keys: [["trip_id": "L2-N"]])
            }
        }
    }

    @Test("a view without the column of its key has none, and does not end the process")
    func viewWithoutKey() async throws {
        let path = try await copyOfSample()
        try await DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: "DROP TABLE levels; CREATE VIEW levels AS SELECT NULL AS other WHERE 0")
        }
        let bundle = try TransitBundle(path: path)
        try await bundle.read { (db: Database) throws -> Void in
            #expect(throws: DatabaseError.self) { try Level.fetchOne(db, key: "L1") }
            #expect(throws: DatabaseError.self) { try Level.all().orderByPrimaryKey().fetchAll(db) }
        }
    }

    @Test("records of files that the feed lacks are not found")
    func keysWithoutRows() async throws {
        let bundle = try bundle(of: TinyFeed.files(stopTimes: "trip_id,stop_id,stop_sequence\n"))
        try await bundle.read { (db: Database) throws -> Void in
            #expect(try Level.fetchOne(db, id: "L1") == nil)
            #expect(try Level.fetchOne(db, key: ["level_id": "L1"]) == nil)
            #expect(try Attribution.fetchOne(db, key: ["attribution_id": "A"]) == nil)
            #expect(try Trip.fetchOne(db, key: ["trip_id": "T"]) == nil)
            #expect(try StopTime.fetchOne(db, key: ["trip_id": "T"]) == nil)
            #expect(try StopTime.all().orderByPrimaryKey().fetchAll(db) == [])
        }
    }

    @Test("the example of SQL of one's own")
    func records() async throws {
        let bundle = try await sampleBundle()
        #expect(try await bundle.read { try Route.fetchAll($0) }.count == 8)
        #expect(try await bundle.read { try Stop.fetchCount($0) } == 40)
        #expect(try await bundle.read { try Agency.fetchAll($0) }.count == 2)
        #expect(try await bundle.read { try Level.fetchAll($0) }.count == 3)
        #expect(try await bundle.read { try Trip.fetchCount($0) } == 38)
        #expect(try await bundle.read { try FeedInfo.fetchAll($0) }.count == 1)
        #expect(try await bundle.read { try Attribution.fetchAll($0) }.count == 4)
    }
}
