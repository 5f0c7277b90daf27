import CSQLite
import SQLiteLayer
import TestSupport
import Testing

@Suite("Kept statements and questions")
struct DatabaseTests {
    private let database: Database

    init() throws {
        database = Database(try Connection(path: "", .writing))
        try database.connection.execute(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, name); INSERT INTO t (name) VALUES ('a'), ('b')"
        )
    }

    /// The number of statements that the connection has prepared and not ended.
    private var statements: Int {
        var count = 0
        var next = sqlite3_next_stmt(database.connection.handle, nil)
        while let statement = next {
            count += 1
            next = sqlite3_next_stmt(database.connection.handle, statement)
        }
        return count
    }

    private func names(_ sql: String, _ arguments: Parameters = []) throws -> [String] {
        var names: [String] = []
        try database.readRows(sql, arguments: arguments) { names.append($0.text(0) ?? "nil") }
        return names
    }

    @Test("SQL is prepared once, and its next use knows no values of the last")
    func kept() throws {
        let sql = "SELECT name FROM t WHERE id = ?"
        for _ in 0..<3 { #expect(try names(sql, [2]) == ["b"]) }
        #expect(statements == 1)
        #expect(try names(sql, [nil as Int?]) == [])
        #expect(try names("SELECT name FROM t ORDER BY id") == ["a", "b"])
        #expect(statements == 2)
        #expect(throws: SQLiteFailure.self) { try names(sql) }
        #expect(throws: SQLiteFailure.self) { try names(sql, [1, 2]) }
        #expect(throws: SQLiteFailure.self) { try names(sql, ["id": 1]) }
        #expect(try names(sql, [1]) == ["a"])
    }

    @Test("A query may be asked again amid its rows, which go on")
    func nested() throws {
        let sql = "SELECT name FROM t WHERE id >= ? ORDER BY id"
        var pairs: [String] = []
        try database.readRows(sql, arguments: [1]) { outer in
            try database.readRows(sql, arguments: [2]) { inner in
                let third = try names(sql, [1]).joined()
                pairs.append("\(outer.text(0) ?? "") \(inner.text(0) ?? "") \(third)")
            }
        }
        #expect(pairs == ["a b ab", "b b ab"])
        #expect(statements == 1, "only one of three is kept")
    }

    @Test("A kept statement gives the rows of one set of parameters after the other")
    func again() throws {
        var names: [String] = []
        let sql = "SELECT name FROM t WHERE id >= ? ORDER BY id"
        for _ in 0..<2 {
            try database.withStatement(sql) { statement in
                for first in [2, 1, 3] {
                    try statement.readRows([first]) { names.append($0.text(0) ?? "nil") }
                }
            }
        }
        #expect(names == ["b", "a", "b", "b", "a", "b"])
        #expect(statements == 1)
        #expect(throws: SQLiteFailure.self) {
            try database.withStatement(sql) { try $0.readRows([]) { _ in } }
        }
    }

    @Test("A query that is left amid its rows, or fails, begins anew")
    func left() throws {
        struct Enough: Error {}
        let sql = "SELECT name FROM t ORDER BY id"
        #expect(throws: Enough.self) { try database.readRows(sql) { _ in throw Enough() } }
        var first: String?
        let isFound = try database.readFirst(sql) { first = $0.text(0) }
        #expect(isFound && first == "a")
        #expect(try names(sql) == ["a", "b"])
        let isNothing = try !database.readFirst("SELECT 1 WHERE 0") { _ in }
        #expect(isNothing)
        let twice = "INSERT INTO t SELECT 1, 'c'"
        for _ in 0..<2 { #expect(throws: SQLiteFailure.self) { try names(twice) } }
        #expect(statements == 3)
    }

    @Test("Values have names or places, and columns names in any case")
    func values() throws {
        let sql = "SELECT :a AS A1, :b AS b, :a AS c"
        try database.readRows(sql, arguments: ["a": "x", "b": nil as Double?]) { row in
            #expect((0..<row.count).map(row.name) == ["A1", "b", "c"])
            #expect(row.text(0) == "x" && row.isNull(1) && row.text(2) == "x")
            #expect(row.position("a1") == 0 && row.position("C") == 2 && row.position("d") == nil)
        }
        let mixed: Parameters = [1, 1 << 40 as Int64] + [0.5, "é", nil as String?]
        try database.readRows("SELECT ?, ?, ?, ?, ?", arguments: mixed) { row in
            #expect(row.integer(0) == 1 && row.int64(1) == 1 << 40 && row.real(2) == 0.5)
            #expect(row.text(3) == "é" && row.isNull(4))
        }
    }

    @Test("Not more than some hundred statements are kept")
    func bounded() throws {
        for number in 0..<1000 { #expect(try names("SELECT '\(number)'") == ["\(number)"]) }
        #expect((1...300).contains(statements))
    }

    @Test("Words are those of the index of names")
    func words() throws {
        #expect(
            try database.words(of: "Café Orléans, Crow's Rest") == [
                "cafe", "orleans", "crow", "s", "rest",
            ])
        #expect(try database.words(of: "") == [] && database.words(of: " -- '\"") == [])
        #expect(try database.words(of: "東新橋 Łódź 7a") == ["東新橋", "łodz", "7a"])
    }

    @Test("In a file by others, a name in double quotes that is not a column is an error")
    func distrust() throws {
        #expect(try names("SELECT \"nope\" FROM t LIMIT 1") == ["nope"])
        let careful = Database(try Connection(path: "", .writing))
        try careful.connection.execute("CREATE TABLE t (id)")
        try careful.connection.distrust()
        #expect(throws: SQLiteFailure.self) {
            try careful.readRows("SELECT \"nope\" FROM t") { _ in }
        }
        try careful.readRows("SELECT \"id\" FROM t") { _ in }
    }

    @Test(
        "A path is a path, whatever it means in a URI",
        arguments: ["a b", "a?mode=rw", "a#b", "50%25", "é", "a&b=c", "file:x"])
    func paths(name: String) throws {
        let folder = try TestFolder()
        for path in [folder.path + "/" + name, "/" + folder.path + "/" + name] {
            try Connection(path: path, .writing).execute("CREATE TABLE IF NOT EXISTS t (id)")
            #expect(try Connection(path: path, .readingImmutable).hasTable("t"))
        }
        let missing = folder.path + "/none"
        #expect(throws: SQLiteFailure.self) { try Connection(path: missing, .readingImmutable) }
    }
}
