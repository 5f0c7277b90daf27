import GRDB
import SQLiteLayer
import TestSupport
import Testing

@testable import BundleWriting

@Suite("Tables and indexes written as pages")
struct PackedTreeTests {
    @Test(
        "SQLite finds nothing wrong with them, and every row in them, however many there are",
        arguments: [0, 1, 2, 3, 170, 171, 5000, 60_000])
    func rows(_ count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let rows = (0..<count).map { index in
            PackedRows.Row(
                id: Int64(index * 3 - count), text: "T\(index * 7919 % 100_003)",
                number: index % 2 == 0 ? nil : Int64.random(in: -300...300, using: &generator))
        }
        try PackedRows(rows).expectWhole()
    }

    @Test("Texts that are longer than a page go on in others, in the index, too")
    func longTexts() throws {
        var generator = SeededGenerator(seed: 3)
        // Around the sizes at which records begin to be split, and what is left of them fits.
        let sizes =
            [0, 1, 484, 489, 490, 995, 1000, 1001, 1002, 1003, 4050, 4060, 4061, 4062, 4096]
            + [5000, 8183, 8184, 8185, 100_000]
            + (0..<400).map { _ in
                Int.random(in: 0...9000, using: &generator)
            }
        let packed = try PackedRows(
            sizes.enumerated().map { index, size in
                PackedRows.Row(
                    id: Int64(index), text: String(repeating: "x", count: size) + "-\(index)",
                    number: Int64(size))
            })
        try packed.expectWhole()
    }

    @Test("Numbers of every size come out as they went in, as rowids, too")
    func numbers() throws {
        var numbers: Set<Int64> = [0, 1, .min, .max]
        for shift in 0..<63 {
            let power: Int64 = 1 << Int64(shift)
            numbers.formUnion([power, power - 1, power + 1, -power, -power - 1, -power + 1])
        }
        let packed = try PackedRows(
            numbers.map { PackedRows.Row(id: $0, text: "\($0)", number: $0) })
        try packed.expectWhole()
    }

    @Test("The page where SQLite takes its locks stays empty, whosever turn it is")
    func lockPage() throws {
        for lockedPage in 6..<40 {
            let packed = try PackedRows(
                (0..<40).map { index in
                    PackedRows.Row(
                        id: Int64(index),
                        text: String(repeating: "y", count: 1500 * (index % 5)) + "\(index)",
                        number: nil)
                }, lockOffset: (lockedPage - 1) * PackedPages.size)
            try packed.expectWhole(butForPage: lockedPage)
        }
    }

    @Test("Rows are ordered by numbers, blanks first, and alike ones as they came")
    func orderOfNumbers() {
        var generator = SeededGenerator(seed: 5)
        for range in [0...0, 0...1, -3...3, -70_000...5_000_000, .min...Int32.max] {
            let numbers = (0..<3000).map { _ in Int32.random(in: range, using: &generator) }
            let expected = numbers.indices.sorted { first, second in
                func key(_ row: Int) -> (Int, Int32, Int) {
                    (numbers[row] == 0 ? 0 : 1, numbers[row], row)
                }
                return key(first) < key(second)
            }
            #expect(RowOrder.byNumber(numbers).map { Int($0) } == expected)
        }
        #expect(RowOrder.byNumber([]) == [])
    }

    @Test("Rows are ordered by texts as SQLite compares them: byte by byte, the shorter first")
    func orderOfTexts() {
        var generator = SeededGenerator(seed: 6)
        for start in ["", "a", "trip-of-monday-"] {
            let texts: [[UInt8]] = (0..<2000).map { _ in
                let length = Int.random(in: 0...12, using: &generator)
                let bytes: [UInt8] = [0, 0x20, 0x7F, 0x80, 0xFF]
                let rest = (0..<length).map { _ in
                    bytes[Int.random(in: bytes.indices, using: &generator)]
                }
                return Array(start.utf8) + rest
            }
            let order = RowOrder.byText((0..<2000).map { $0 }, Held(texts).text)
                .map { texts[Int($0)] }
            #expect(order == texts.sorted { $0.lexicographicallyPrecedes($1) })
        }
        #expect(RowOrder.byText([], Held([]).text) == [])
    }
}

/// Texts that stay where they are.
private final class Held {
    private let texts: [UnsafeMutableRawBufferPointer]

    init(_ texts: [[UInt8]]) {
        self.texts = texts.map { text in
            let memory = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(text.count, 1), alignment: 1)
            memory.copyBytes(from: text)
            return UnsafeMutableRawBufferPointer(rebasing: memory[..<text.count])
        }
    }

    deinit {
        for text in texts { text.baseAddress?.deallocate() }
    }

    func text(_ row: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(texts[Int(row)])
    }
}

/// A database whose table and index were packed.
private struct PackedRows {
    struct Row: Equatable {
        let id: Int64
        let text: String
        let number: Int64?
    }

    private let folder: TestFolder
    private let path: String
    private let rows: [Row]

    init(_ rows: [Row], lockOffset: Int = PackedPages.lockOffset) throws {
        folder = try TestFolder()
        path = folder.path + "/packed.sqlite"
        self.rows = rows.sorted { $0.id < $1.id }
        let connection = try SQLiteLayer.Connection(path: path, .writing)
        try connection.execute(
            """
            PRAGMA page_size = 4096;
            CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT, number INTEGER);
            CREATE INDEX rows_text ON rows (text, number);
            """)
        let table = try connection.integer("SELECT rootpage FROM sqlite_master WHERE name = 'rows'")
        let index = try connection.integer(
            "SELECT rootpage FROM sqlite_master WHERE name = 'rows_text'")
        try connection.close()
        var pages = try PackedPages(path: path, lockOffset: lockOffset)
        try pack(.table, root: try #require(table), rows: self.rows, into: &pages)
        // By bytes, which all these texts have one of for each character.
        let byText = self.rows.sorted { first, second in
            if first.text != second.text { return first.text < second.text }
            return (first.number ?? .min, first.id) < (second.number ?? .min, second.id)
        }
        try pack(.index, root: try #require(index), rows: byText, into: &pages)
        try pages.finish()
    }

    private func pack(
        _ kind: PackedTree.Kind, root: Int, rows: [Row], into pages: inout PackedPages
    ) throws {
        var tree = PackedTree(kind, root: UInt32(root))
        var record = PackedRecord()
        for row in rows {
            record.begin()
            if kind == .table { record.appendNull() }
            Array(row.text.utf8).withUnsafeBytes { record.append(text: $0) }
            record.append(row.number)
            if kind == .index { record.append(row.id) }
            try tree.add(record, rowID: row.id, &pages)
        }
        try tree.finish(&pages)
    }

    /// - Parameter page: one that nothing uses.
    func expectWhole(butForPage page: Int? = nil) throws {
        let database = try DatabaseQueue(path: path)
        try database.read { database in
            let complaints = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            if let page, page < pages {
                #expect(complaints.count == 1)
                #expect(complaints.first?.contains("\(page)") == true)
                #expect(complaints.first?.hasSuffix("never used") == true)
            } else {
                #expect(complaints == ["ok"])
            }
            let found = try GRDB.Row.fetchAll(database, sql: "SELECT * FROM rows ORDER BY id").map {
                Row(id: $0["id"], text: $0["text"], number: $0["number"])
            }
            #expect(found == rows)
            let covered = try GRDB.Row.fetchAll(
                database,
                sql: "SELECT id, text, number FROM rows INDEXED BY rows_text ORDER BY text")
            #expect(covered.count == rows.count)
            for row in rows.indices.filter({ $0 % 97 == 0 }).map({ rows[$0] }) {
                let ids = try Int64.fetchAll(
                    database,
                    sql: "SELECT id FROM rows INDEXED BY rows_text WHERE text = ? AND number IS ?",
                    arguments: [row.text, row.number])
                #expect(ids.contains(row.id))
            }
        }
    }
}
