import Foundation
import GRDB
import Testing
import TransitBundle

/// A file that was damaged on its way must make the library throw, or answer what it can; a crash
/// would take the app with it. A trap anywhere here ends the test run.
@Suite("Damaged bundles", .serialized)
struct MutationTests {
    /// `BUNDLE_MUTATIONS=20000` for a long run, in which every column takes every value, too.
    private static let asked =
        ProcessInfo.processInfo.environment["BUNDLE_MUTATIONS"].flatMap { Int($0) }
    private static let flips = asked ?? 1000

    @Test("every question of a whole bundle is answered")
    func whole() async throws {
        var questions = EveryQuestion(try await sampleBundle())
        await questions.askAll()
        #expect(questions.errors == 0)
        #expect(questions.answers > 200)
    }

    @Test("bytes changed at random")
    func bytes() async throws {
        let sample = try Data(contentsOf: URL(fileURLWithPath: try await SampleBundle.path.value))
        let folder = try SampleBundle.newFolder()
        var random = SplitMix64(state: 2026)
        var opened = 0
        var threw = 0
        for number in 0..<Self.flips {
            var bytes = sample
            let pages = bytes.count / 4096
            // A few bytes of one page, where its structure is or anywhere; now and then of many.
            for _ in 0..<(number % 5 == 0 ? 40 : 4) {
                let page = Int.random(in: 0..<pages, using: &random)
                let within = Int.random(in: 0..<(number % 2 == 0 ? 64 : 4096), using: &random)
                bytes[page * 4096 + within] = UInt8.random(in: .min ... .max, using: &random)
            }
            let path = folder.appendingPathComponent("\(number).sqlite").path
            try bytes.write(to: URL(fileURLWithPath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            guard let bundle = try? TransitBundle(path: path) else { continue }
            opened += 1
            var questions = EveryQuestion(bundle)
            await questions.askAll(spread: 7)
            if questions.errors > 0 { threw += 1 }
        }
        // Most damage lies where opening does not look, and a good part of it is found.
        #expect(opened > Self.flips / 4)
        #expect(threw > Self.flips / 20)
    }

    /// Values that stand where something else is expected.
    private static let values = [
        "NULL", "'x'", "''", "-1", "0", "9223372036854775807", "-9223372036854775808", "1e300",
        "x'00FF'", "'99991231'", "char(55296, 1, 65535)",
    ]

    @Test("any column of any table replaced", arguments: values)
    func columns(value: String) async throws {
        let folder = try SampleBundle.newFolder()
        let base = folder.appendingPathComponent("base.sqlite").path
        try FileManager.default.copyItem(atPath: try await SampleBundle.path.value, toPath: base)
        let columns = try loosen(base)
        #expect(columns.count > 200)
        let turn = Self.values.firstIndex(of: value) ?? 0
        for (number, column) in columns.enumerated() {
            // In a short run every column takes some of the values.
            guard Self.asked != nil || (number + turn) % 3 == 0 else { continue }
            let path = folder.appendingPathComponent("\(number).sqlite").path
            try change(
                base, to: path,
                sql: """
                    UPDATE OR REPLACE \(column.table) SET "\(column.name)" = \(value)
                    """)
            await askAll(path)
        }
    }

    @Test("any table or index dropped, or emptied")
    func tables() async throws {
        let folder = try SampleBundle.newFolder()
        let base = folder.appendingPathComponent("base.sqlite").path
        try FileManager.default.copyItem(atPath: try await SampleBundle.path.value, toPath: base)
        let objects = try objects(of: base)
        #expect(objects.count > 60)
        for (number, object) in objects.enumerated() {
            let path = folder.appendingPathComponent("\(number).sqlite").path
            try change(base, to: path, sql: "DROP \(object.type) \"\(object.name)\"")
            await askAll(path)
            if object.type == "table" {
                try change(base, to: path, sql: "DELETE FROM \"\(object.name)\"")
                await askAll(path)
            }
        }
    }

    private func askAll(_ path: String) async {
        guard let bundle = try? TransitBundle(path: path) else { return }
        var questions = EveryQuestion(bundle)
        await questions.askAll(spread: 5)
    }

    private func objects(of path: String) throws -> [(type: String, name: String)] {
        try DatabaseQueue(path: path).read { db in
            try Row.fetchAll(
                db, sql: "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
            ).compactMap { row in
                guard let type: String = row["type"], let name: String = row["name"] else {
                    return nil
                }
                return (type, name)
            }
        }
    }

    /// Takes `NOT NULL` out of the tables, so that anything can be written.
    private func loosen(_ path: String) throws -> [(table: String, name: String)] {
        try DatabaseQueue(path: path).writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA writable_schema = ON;
                    UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')
                    WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%'
                      AND sql NOT LIKE '%VIRTUAL%';
                    PRAGMA writable_schema = OFF;
                    """)
        }
        return try DatabaseQueue(path: path).read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT m.name AS "table", c.name FROM sqlite_master m
                    JOIN pragma_table_info(m.name) c
                    WHERE m.type = 'table' AND m.sql NOT LIKE '%VIRTUAL%'
                      AND m.name NOT LIKE 'sqlite_%'
                    """
            ).compactMap { row in
                guard let table: String = row["table"], let name: String = row["name"] else {
                    return nil
                }
                return (table, name)
            }
        }
    }

    /// Copies a bundle and changes the copy; what SQLite refuses to change stays as it is.
    private func change(_ base: String, to path: String, sql: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: base, toPath: path)
        let queue = try DatabaseQueue(path: path)
        try? queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
            try db.execute(sql: sql)
        }
        try queue.close()
    }

    /// The same numbers in every run.
    private struct SplitMix64: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
