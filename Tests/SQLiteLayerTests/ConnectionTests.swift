import CSQLite
import SQLiteLayer
import TestSupport
import Testing

@Suite("The connection to SQLite")
struct ConnectionTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: "", .writing)
        try connection.execute(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, size REAL, data BLOB)")
    }

    private func failure(_ work: () throws -> Void) -> SQLiteFailure? {
        do { try work() } catch { return error as? SQLiteFailure }
        return nil
    }

    @Test("A text or blob that is too long is refused, and not stored as NULL")
    func tooLong() throws {
        sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, 1000)
        let insert = try Statement(connection, "INSERT INTO t (name, data) VALUES (?, ?)")
        let fits = [UInt8](repeating: 65, count: 900)
        let tooLong = [UInt8](repeating: 65, count: 1001)
        func bind(_ text: [UInt8], _ blob: [UInt8]) throws {
            try text.withUnsafeBytes { text in
                try blob.withUnsafeBytes { blob in
                    try insert.bind(1, text: text)
                    try insert.bind(2, blob: blob)
                }
            }
        }
        #expect(failure { try bind(fits, fits) } == nil)
        for (text, blob) in [(tooLong, fits), (fits, tooLong)] {
            let failure = failure { try bind(text, blob) }
            #expect(failure?.code == SQLITE_TOOBIG)
            #expect(failure?.description == "string or blob too big")
        }
        let copied = failure { try insert.bind(1, text: String(repeating: "A", count: 1001)) }
        #expect(copied?.code == SQLITE_TOOBIG)
    }

    @Test("A row that breaks a rule is an error with SQLite's words; the statement works again")
    func unique() throws {
        let insert = try Statement(connection, "INSERT INTO t (name) VALUES (?)")
        try insert.bind(1, text: "A")
        try insert.run()
        try insert.bind(1, text: "A")
        let failure = failure { try insert.run() }
        #expect(failure?.code == SQLITE_CONSTRAINT | 8 << 8)
        #expect(failure?.description == "UNIQUE constraint failed: t.name")
        try insert.bind(1, text: "B")
        try insert.run()
        #expect(connection.changes == 1)
        #expect(try connection.texts("SELECT name FROM t ORDER BY id") == ["A", "B"])
    }

    @Test("A row is written and found by values in the order of the parameters")
    func valuesInOrder() throws {
        let insert = try Statement(connection, "INSERT INTO t VALUES (?, ?, ?, ?)")
        let bytes: [UInt8] = [65, 66]
        try bytes.withUnsafeBytes { bytes in
            try insert.run(1 as Int32, SQLBytes.text(bytes), 0.5, SQLBytes.blob(bytes))
            try insert.run(2, "C", nil as Double?, nil as SQLBytes?)
        }
        #expect(failure { try insert.run(3, "D") }?.code == SQLITE_RANGE)
        #expect(try connection.texts("SELECT name || typeof(data) FROM t") == ["ABblob", "Cnull"])
        var sizes: [Double?] = []
        try connection.readRows("SELECT size FROM t WHERE id < ? ORDER BY id", 3) {
            sizes.append($0.real(0))
        }
        #expect(sizes == [0.5, nil])
        let query = try Statement(connection, "SELECT name FROM t WHERE id >= ? ORDER BY id")
        for (id, name) in [(1, "AB"), (2, "C"), (1, "AB")] {
            try query.start(id)
            #expect(try query.next())
            #expect(query.row.text(0) == name)
        }
        #expect(try connection.integers("SELECT id FROM t") == [1, 2])
        #expect(throws: CancellationError.self) {
            try connection.readRows("SELECT id FROM t") { _ in throw CancellationError() }
        }
    }

    @Test("Parameters that are not there, and statements under way, are errors")
    func misuse() throws {
        let insert = try Statement(connection, "INSERT INTO t (name) VALUES (?)")
        #expect(failure { try insert.bind(2, 1 as Int64) }?.code == SQLITE_RANGE)
        try connection.execute("INSERT INTO t (name) VALUES ('A'), ('B')")
        let query = try Statement(connection, "SELECT name FROM t WHERE id > ?")
        try query.bind(1, 0 as Int64)
        #expect(try query.next())
        #expect(failure { try query.bind(1, 1 as Int64) }?.code == SQLITE_MISUSE)
        try query.reset()
        try query.bind(1, 1 as Int64)
        #expect(try query.next())
        #expect(query.row.text(0) == "B")
        #expect(try !query.next())
    }

    @Test("SQL that is none, and a script that fails half-way, are errors")
    func brokenSQL() throws {
        #expect(failure { _ = try Statement(connection, "SELEC 1") }?.code == SQLITE_ERROR)
        #expect(failure { _ = try Statement(connection, "-- nothing") } != nil)
        let failure = failure {
            try connection.execute("INSERT INTO t (name) VALUES ('A'); INSERT INTO u VALUES (1)")
        }
        #expect(failure?.description == "no such table: u")
        #expect(try connection.integer("SELECT count(*) FROM t") == 1)
    }

    @Test("A file that is not there, or is not a database, is an error")
    func files() throws {
        let folder = try TestFolder()
        let missing = failure { _ = try Connection(path: folder.path + "/none", .reading) }
        #expect(missing?.code == SQLITE_CANTOPEN)
        let path = try folder.write("text", Array("This is a text.".utf8))
        let text = try Connection(path: path, .reading)
        #expect(failure { _ = try text.integer("PRAGMA user_version") }?.code == SQLITE_NOTADB)
    }

    @Test("A connection closes once its statements are gone, and then makes no more")
    func closing() throws {
        var query: Statement? = try Statement(connection, "SELECT 1")
        #expect(try query?.next() == true)
        #expect(failure { try connection.close() }?.code == SQLITE_BUSY)
        query = nil
        try connection.close()
        let failure = failure { _ = try Statement(connection, "SELECT 1") }
        #expect(failure?.description == "the connection is closed")
    }

    @Test("Values come back as they went in, empty ones too, and nothing as another type")
    func values() throws {
        let insert = try Statement(connection, "INSERT INTO t VALUES (?, ?, ?, ?)")
        let bytes: [UInt8] = [0, 255, 0]
        try bytes.withUnsafeBytes { blob in
            try insert.bind(1, 1 << 40 as Int64)
            try insert.bind(2, text: "a\0ü")
            try insert.bind(3, 0.5)
            try insert.bind(4, blob: blob)
            try insert.run()
        }
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        try insert.bind(1, 2 as Int64)
        try insert.bind(2, text: nothing)
        try insert.bindNull(3)
        try insert.bind(4, blob: nothing)
        try insert.run()
        let query = try Statement(connection, "SELECT * FROM t ORDER BY id")
        let row = query.row
        #expect(try query.next())
        #expect(row.isText(1) && row.text(1) == "")
        #expect(row.isNull(2) && row.real(2) == nil && row.asText(2) == nil)
        #expect(!row.isNull(3) && row.blob(3).isEmpty)
        #expect(try query.next())
        #expect(row.int64(0) == 1 << 40 && row.real(0) == 1_099_511_627_776 && row.text(0) == nil)
        #expect(row.text(1) == "a\0ü" && row.integer(1) == nil && row.bytes(1).count == 4)
        #expect(row.real(2) == 0.5 && row.integer(2) == nil && row.asText(2) == "0.5")
        #expect(Array(row.blob(3)) == bytes && row.text(3) == nil)
        #expect(try !query.next())
    }

    @Test("Tables and columns are found by name, views are not tables")
    func schema() throws {
        try connection.execute("CREATE VIEW v AS SELECT name AS n FROM t")
        #expect(try connection.hasTable("t") && !connection.hasTable("v"))
        #expect(try connection.hasColumn("n", of: "v") && !connection.hasColumn("n", of: "t"))
    }

    @Test("An endless statement is interrupted, each time; others are not")
    func endless() throws {
        connection.endStatements(after: 100_000)
        let endless = try Statement(
            connection,
            """
            WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t)
            SELECT n FROM t WHERE n < ?
            """)
        for _ in 0..<2 {
            try endless.bind(1, 0 as Int64)
            let failure = failure { _ = try endless.next() }
            #expect(failure?.code == SQLITE_INTERRUPT)
            #expect(failure?.description == "a query has not ended after 100000 steps")
        }
        // Its rows do not make it younger, nor do other statements that run meanwhile.
        try endless.bind(1, Int64.max)
        let short = try Statement(connection, "SELECT 1")
        var rows = 0
        let failure = failure {
            while try endless.next() {
                rows += 1
                try short.run()
            }
        }
        #expect(failure?.code == SQLITE_INTERRUPT)
        #expect(1000...100_000 ~= rows)
        for _ in 0..<100_000 { try short.run() }
    }

    @Test("A question with many sets of parameters ends after as many steps as one")
    func endlessSets() throws {
        connection.endStatements(after: 1_000_000)
        let database = Database(connection)
        let sql = """
            WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < ?)
            SELECT max(n) FROM t
            """
        func sets(_ count: Int) throws {
            try database.withStatement(sql) { statement in
                for _ in 0..<count { try statement.readRows([5000]) { _ in } }
            }
        }
        let failure = failure { try sets(1000) }
        #expect(failure?.code == SQLITE_INTERRUPT)
        for _ in 0..<100 { try sets(1) }
    }

    @Test("Rows that repeat a long text end, in each question anew; short ones do not")
    func longTexts() throws {
        connection.endStatements(after: .max, mostText: 20_000)
        let database = Database(connection)
        func rows(_ length: Int, _ count: Int) throws -> Int {
            try database.reading { database in
                var rows = 0
                try database.readRows(
                    """
                    WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < ?)
                    SELECT printf('%.*c', ?, 'x') FROM t
                    """, arguments: [count, length]
                ) { row in
                    if row.text(0)?.utf8.count == length { rows += 1 }
                }
                return rows
            }
        }
        for _ in 0..<2 { #expect(try rows(5000, 4) == 4) }
        for _ in 0..<2 {
            let failure = failure { _ = try rows(5000, 6) }
            #expect(failure?.code == SQLITE_TOOBIG)
            #expect(failure?.description == "an answer has more than 20000 bytes of texts")
        }
        #expect(try rows(4000, 100) == 100)
    }
}
