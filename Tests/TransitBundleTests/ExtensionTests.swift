import GRDB
import TestSupport
import Testing
import TransitBundle

@Suite("Files and columns that the reference does not know")
struct ExtensionTests {
    private let folder: TestFolder
    private let path: String

    init() throws {
        folder = try TestFolder()
        path = try SampleBundle.build(
            ExtendedFeed.write(to: folder), in: SampleBundle.newFolder())
    }

    private func extended(_ changes: String...) async throws -> TransitBundle {
        if !changes.isEmpty {
            let queue = try DatabaseQueue(path: path)
            try await queue.write { db in for sql in changes { try db.execute(sql: sql) } }
            try queue.close()
        }
        return try TransitBundle(path: path)
    }

    @Test("A bundle without any has none")
    func none() async throws {
        let bundle = try await sampleBundle()
        #expect(try await bundle.extensionTables().isEmpty)
        #expect(try await bundle.extensions(of: bundle.stop(id: "QUAY")).isEmpty)
        await #expect(throws: TransitSourceError.notFound(kind: "extension", id: "x_stops")) {
            try await bundle.extensionRows(of: "x_stops", after: 0)
        }
    }

    @Test("Tables have their file, the names in its header, and the key of a known file")
    func tables() async throws {
        let tables = try await extended().extensionTables()
        #expect(
            tables.map(\.table) == [
                "x_stops", "x_routes", "x_trips", "x_stop_times", "x_feed_info", "x_facilities",
                "x_notes",
            ])
        #expect(
            tables.map(\.key) == [
                ["stop_id"], ["route_id"], ["trip_id"], ["trip_id", "stop_sequence"], ["row"], [],
                [],
            ])
        #expect(tables.map(\.rows) == [1, 8, 38, 1, 1, 250, 1])
        #expect(tables[5].file == "facilities.txt")
        #expect(
            tables[5].columns.last
                == ExtensionColumn(column: "column_3", name: ExtendedFeed.hostileHeader))
    }

    @Test(
        "Pages together are the table, whatever their size", arguments: [1, 7, 250, 600, Int.max])
    func pages(limit: Int) async throws {
        let bundle = try await extended()
        for table in try await bundle.extensionTables() {
            var rows: [ExtensionRow] = []
            var position: Int64? = 0
            while let after = position {
                let page = try await bundle.extensionRows(
                    of: table.table, after: after, limit: limit)
                rows += page.rows
                position = page.next
            }
            #expect(rows.count == table.rows)
            #expect(rows == (try await bundle.extensionRows(of: table.table, limit: .max)))
        }
        #expect(try await bundle.extensionRows(of: "x_notes", limit: 0).isEmpty)
        #expect(try await bundle.extensionRows(of: "x_notes", limit: -1).isEmpty)
    }

    @Test("A stop, a route and a trip have the rows with their id")
    func about() async throws {
        let bundle = try await extended()
        let stop = try await bundle.extensions(of: bundle.stop(id: "QUAY"))
        let text = ExtendedFeed.hostileText
        #expect(stop.map(\.table.table) == ["x_stops", "x_facilities"])
        #expect(
            stop.map { $0.rows.map(\.values) } == [
                [["stop_id": "QUAY", "stop_note": text]],
                [
                    ["facility_id": "F1", "stop_id": "QUAY", "column_3": text],
                    ["facility_id": "F2", "stop_id": "QUAY", "column_3": ExtendedFeed.longText],
                ],
            ])
        #expect(try await bundle.extensions(of: bundle.stop(id: "SB")).isEmpty)
        let route = try await bundle.extensions(of: bundle.route(id: "T1"))
        #expect(route.map { $0.rows.map(\.values) } == [[["route_id": "T1", "line": "A-Line"]]])
        let trip = try await bundle.trip(id: "T1-WD-N1")
        let found = try await bundle.extensions(of: trip)
        #expect(found.map(\.table.file) == ["trips.txt", "stop_times.txt"])
        #expect(
            found.map { $0.rows.map(\.values) } == [
                [["trip_id": "T1-WD-N1", "trip_note": "Low floor", "set": "A"]],
                [["trip_id": "T1-WD-N1", "stop_sequence": "2", "stop_note": "First door"]],
            ])
        #expect(found.allSatisfy { !$0.isCut })
        // The same in another language, and from a store.
        let spoken = try await bundle.speaking("zh-Hans")
        #expect(try await spoken.extensions(of: spoken.stop(id: "QUAY")) == stop)
        #expect(try await TransitBundleStore(path: path).extensions(of: trip) == found)
    }

    @Test("Of many rows about one stop, the first are there")
    func cut() async throws {
        let bundle = try await extended(
            "UPDATE x_facilities SET stop_id = 'QUAY'",
            "INSERT INTO x_facilities SELECT * FROM x_facilities",
            "INSERT INTO x_facilities SELECT * FROM x_facilities")
        let rows = try #require(try await bundle.extensions(of: bundle.stop(id: "QUAY")).last)
        #expect(rows.rows.count == 500)
        #expect(rows.isCut)
    }

    @Test(
        "Names that metadata alone has never reach SQL",
        arguments: [
            #"[{"table":"stops","file":"a.txt","rows":1,"columns":[]}]"#,
            #"[{"table":"x_none","file":"a.txt","rows":1,"columns":[]}]"#,
            #"[{"table":"x_notes","file":"notes.txt","rows":1,"columns":[{"column":"a\" FROM stops --","name":"a"}]}]"#,
            #"[{"table":"x_no\"tes","file":"notes.txt","rows":1,"columns":[]}]"#,
            #"{"table":"x_notes"}"#, "nonsense",
        ])
    func hostile(metadata: String) async throws {
        let bundle = try await extended(
            "CREATE TABLE \"x_no\"\"tes\" (a TEXT)",
            "UPDATE metadata SET value = '\(metadata)' WHERE key = 'extensions'")
        await #expect {
            _ = try await bundle.extensionTables()
        } throws: {
            if case .damaged? = $0 as? TransitBundleError { true } else { false }
        }
        #expect(try await bundle.stops(matching: "quay").isEmpty == false)
    }
}
