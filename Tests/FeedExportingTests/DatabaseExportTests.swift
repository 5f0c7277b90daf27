import BundleWriting
import FeedExporting
import Foundation
import GRDB
import GTFSSchedule
import TestSupport
import Testing

@Suite("Export as a database")
struct DatabaseExportTests {
    private static func database(_ proof: Proof) throws -> DatabaseQueue {
        let target = proof.folder.path + "/plain.sqlite"
        _ = try FeedExport(bundle: proof.bundle).run(toDatabase: target, overwriting: false)
        return try DatabaseQueue(path: target)
    }

    @Test("Every value is that of the bundle, with its type")
    func values() throws {
        let proof = try Proof.sample()
        let plain = try Self.database(proof)
        let bundle = try DatabaseQueue(path: proof.bundle)
        var rows = 0
        for table in Schedule.tables {
            let columns = table.fields.map(\.name).joined(separator: ", ")
            let query = "SELECT \(columns) FROM \(table.name) ORDER BY \(columns)"
            let own = try plain.read { try Row.fetchAll($0, sql: query) }
            let expected = try bundle.read { try Row.fetchAll($0, sql: query) }
            #expect(own == expected, "\(table.name)")
            rows += own.count
        }
        #expect(rows > 500)
    }

    @Test("Columns have declared types, keys and indexes, and times their seconds")
    func schema() throws {
        let proof = try Proof.sample()
        let plain = try Self.database(proof)
        try plain.read { database in
            let columns = try database.columns(in: "stop_times")
            let types = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.type) })
            #expect(types["stop_sequence"] == "INTEGER" && types["pickup_type"] == "INTEGER")
            #expect(types["shape_dist_traveled"] == "REAL" && types["stop_id"] == "TEXT")
            #expect(types["departure_timestamp"] == "INTEGER")
            #expect(
                try database.columns(in: "calendar").first { $0.name == "start_date" }?.type
                    == "INTEGER")
            #expect(
                try database.primaryKey("stop_times").columns == ["trip_id", "stop_sequence"])
            #expect(try database.primaryKey("stops").columns == ["stop_id"])
            #expect(try database.indexes(on: "stop_times").contains { $0.columns == ["stop_id"] })
            #expect(try database.indexes(on: "trips").contains { $0.columns == ["service_id"] })
            let late = try Row.fetchOne(
                database,
                sql: """
                    SELECT departure_time, departure_timestamp FROM stop_times
                    ORDER BY departure_timestamp DESC
                    """)
            let text: String = try #require(late?["departure_time"])
            let parts = text.split(separator: ":").compactMap { Int($0) }
            #expect(parts[0] > 23)
            #expect(late?["departure_timestamp"] == parts[0] * 3600 + parts[1] * 60 + parts[2])
            let damage = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            #expect(damage == ["ok"])
        }
    }

    @Test("Unknown columns and files come along, whatever they are called, and quotes in cells")
    func unknown() throws {
        let feed = TestFeed.base.with(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,arrival_timestamp,STOP_ID
            T1,08:00:00,08:00:00,A,1,soon,"a ""b"", c"
            T1,08:10:00,08:10:00,B,2,,x
            # notes.txt
            note
            "one, two"
            """)
        let proof = try Proof(feed)
        let plain = try Self.database(proof)
        try plain.read { database in
            let names = try database.columns(in: "stop_times").map(\.name)
            #expect(Set(names.map { $0.lowercased() }).count == names.count)
            let row = try #require(
                try Row.fetchOne(database, sql: "SELECT * FROM stop_times ORDER BY stop_sequence"))
            let cells = row.databaseValues.map { String.fromDatabaseValue($0) ?? "" }
            #expect(cells.contains("soon") && cells.contains("a \"b\", c"))
            #expect(row["stop_id"] == "A")
            #expect(try String.fetchOne(database, sql: "SELECT note FROM x_notes") == "one, two")
        }
    }

    @Test("A file is replaced only on request, and no bundle by its own tables")
    func target() throws {
        let proof = try Proof.sample()
        let export = try FeedExport(bundle: proof.bundle)
        let target = proof.folder.path + "/plain.sqlite"
        let first = try export.run(toDatabase: target, overwriting: false)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: target))
        #expect(throws: (any Error).self) {
            try export.run(toDatabase: target, overwriting: false)
        }
        #expect(try export.run(toDatabase: target, overwriting: true) == first)
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == bytes)
        #expect(throws: BundleError.self) { try FeedExport(bundle: target) }
    }
}
