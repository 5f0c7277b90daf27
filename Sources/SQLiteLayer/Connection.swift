import CSQLite

/// A connection to a SQLite database. One thread at a time uses it.
///
/// Every call that can fail is checked, and throws SQLite's error:
///
///     let connection = try Connection(path: "feed.sqlite", .reading)
///     let stops = try Statement(connection, "SELECT stop_id FROM stops WHERE sid > ?")
///     try stops.bind(1, 100)
///     while try stops.next() { print(stops.row.text(0) ?? "") }
package final class Connection {
    package enum Purpose {
        case reading
        /// The file exists, and is only ever replaced as a whole: SQLite takes no locks and looks for
        /// no journal.
        case readingImmutable
        case writing

        fileprivate var flags: Int32 {
            switch self {
            case .reading: SQLITE_OPEN_READONLY
            case .readingImmutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        }

        fileprivate func name(of path: String) -> String {
            guard self == .readingImmutable else { return path }
            // All bytes as %XX: whatever they mean in a URI, they are part of the path.
            let digits = Array("0123456789ABCDEF")
            let escaped = path.utf8.map { byte in
                byte == UInt8(ascii: "/")
                    ? "/" : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
            // With an empty host, or a path that begins with two slashes would name one.
            return "file:\(path.hasPrefix("/") ? "//" : "")\(escaped.joined())?immutable=1"
        }
    }

    /// For calls of the C interface that have no function here; nil once the connection is closed.
    package private(set) var handle: OpaquePointer?
    let purpose: Purpose
    private(set) var budget: StepBudget?

    /// An empty path stands for a temporary database, which SQLite keeps on disk without a name and
    /// removes itself.
    package init(path: String, _ purpose: Purpose) throws(SQLiteFailure) {
        self.purpose = purpose
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            purpose.name(of: path), &opened, purpose.flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK else {
            let failure = SQLiteFailure(code, of: opened)
            sqlite3_close_v2(opened)
            throw failure
        }
        handle = opened
        try check(sqlite3_extended_result_codes(opened, 1))
    }

    /// Nothing is lost here: data is in the file as soon as its transaction ends.
    deinit {
        sqlite3_close_v2(handle)
    }

    /// Ends statements with too many steps in one run, see ``StepBudget``. `mostText` limits the
    /// bytes of long texts that one call of `Database.reading` may read: rows may repeat a text
    /// without end. Nil for callers that read all of a file.
    package func endStatements(after steps: Int, mostText: Int? = nil) {
        let budget = StepBudget(limit: steps, mostText: mostText)
        self.budget = budget
        budget.watch(handle)
    }

    /// For a file by others: its schema calls no functions that act, and a name in double quotes that
    /// is not a column is an error, where SQLite would take it for a text.
    package func distrust() throws(SQLiteFailure) {
        try execute("PRAGMA trusted_schema = OFF")
        gtfs_sqlite_refuse_quoted_texts(handle)
    }

    /// For queries by others: a PRAGMA is refused, unless it tells of tables and their columns, or is
    /// one that full-text search asks by itself. No value is larger than 64 MiB.
    package func limitQueries() throws(SQLiteFailure) {
        sqlite3_limit(try open, SQLITE_LIMIT_LENGTH, 1 << 26)
        try check(
            sqlite3_set_authorizer(
                try open,
                { _, action, name, _, _, _ in
                    guard action == SQLITE_PRAGMA else { return SQLITE_OK }
                    let told = [
                        "table_info", "table_xinfo", "table_list", "index_list", "index_info",
                        "data_version",
                    ]
                    return name.map { told.contains(String(cString: $0)) } == true
                        ? SQLITE_OK : SQLITE_DENY
                }, nil))
    }

    /// Statements must be gone, and none can be made afterwards.
    package func close() throws(SQLiteFailure) {
        try check(sqlite3_close(handle))
        handle = nil
    }

    package func execute(_ script: String) throws(SQLiteFailure) {
        try check(sqlite3_exec(try open, script, nil, nil, nil))
    }

    /// Calls the body with each row. `values` are those of the parameters.
    package func readRows(
        _ sql: String, _ values: any SQLValue..., body: (Columns) throws -> Void
    ) throws {
        let query = try Statement(self, sql)
        try query.bind(Parameters(values))
        while try query.next() { try body(query.row) }
    }

    /// Calls the body with the numbers of each row, by position; nil for other values.
    package func readIntegers(_ sql: String, body: ((Int) -> Int?) -> Void) throws {
        try readRows(sql) { row in body { row.integer($0) } }
    }

    /// Nil without rows, and when the value is not a number.
    package func integer(_ sql: String) throws(SQLiteFailure) -> Int? {
        let query = try Statement(self, sql)
        return try query.next() ? query.row.integer(0) : nil
    }

    /// A value that is not a number becomes 0.
    package func integers(_ sql: String) throws(SQLiteFailure) -> [Int] {
        let query = try Statement(self, sql)
        var integers: [Int] = []
        while try query.next() { integers.append(query.row.integer(0) ?? 0) }
        return integers
    }

    /// A value that is not text becomes an empty one.
    package func texts(_ sql: String) throws(SQLiteFailure) -> [String] {
        let query = try Statement(self, sql)
        var texts: [String] = []
        while try query.next() { texts.append(query.row.text(0) ?? "") }
        return texts
    }

    package func hasTable(_ name: String) throws(SQLiteFailure) -> Bool {
        let query = try Statement(
            self, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
        try query.bind(1, text: name)
        return try query.next()
    }

    package func hasColumn(_ name: String, of table: String) throws(SQLiteFailure) -> Bool {
        let query = try Statement(self, "SELECT 1 FROM pragma_table_info(?) WHERE name = ?")
        try query.bind(1, text: table)
        try query.bind(2, text: name)
        return try query.next()
    }

    package var changes: Int { Int(sqlite3_changes(handle)) }

    package static var version: String { String(cString: sqlite3_libversion()) }

    var open: OpaquePointer {
        get throws(SQLiteFailure) {
            guard let handle else {
                throw SQLiteFailure(code: SQLITE_MISUSE, description: "the connection is closed")
            }
            return handle
        }
    }

    func check(_ code: Int32) throws(SQLiteFailure) {
        guard code == SQLITE_OK else { throw SQLiteFailure(code, of: handle) }
    }
}

package struct SQLiteFailure: Error, Equatable, CustomStringConvertible {
    /// Extended, see https://www.sqlite.org/rescode.html.
    package let code: Int32
    package let description: String
    package private(set) var textLimit: Int?

    init(code: Int32, description: String) {
        self.code = code
        self.description = description
    }

    static func tooMuchText(limit: Int) -> SQLiteFailure {
        var failure = SQLiteFailure(
            code: SQLITE_TOOBIG, description: "an answer has more than \(limit) bytes of texts")
        failure.textLimit = limit
        return failure
    }

    package static func notWritten(_ reason: String) -> SQLiteFailure {
        SQLiteFailure(code: SQLITE_IOERR, description: reason)
    }

    package static let full = SQLiteFailure(
        code: SQLITE_FULL, description: "database or disk is full")

    package var isFull: Bool { code & 0xFF == SQLITE_FULL }

    /// SQLite finds the file damaged, whatever the statement: it cannot be read, or a statement did
    /// not end, see ``StepBudget``.
    package var isDamage: Bool {
        [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR, SQLITE_INTERRUPT].contains(code & 0xFF)
    }

    package var isError: Bool { code & 0xFF == SQLITE_ERROR }

    package var isInterruption: Bool { code & 0xFF == SQLITE_INTERRUPT }

    init(_ code: Int32, of connection: OpaquePointer?) {
        self.init(code: code, description: String(cString: sqlite3_errmsg(connection)))
    }
}

/// Limits the steps of a connection's statements, and counts those of the running one: the views of
/// a file are a program by others, which may never end.
///
/// It counts steps of SQLite's virtual machine; a second has some hundred million. Unlike seconds,
/// they are the same on every machine.
package final class StepBudget: @unchecked Sendable {
    // Sendable: SQLite calls it while its one connection runs a statement, and one thread at a time uses
    // a connection.

    /// SQLite calls back once in this many steps.
    private static let interval: Int32 = 10_000

    /// The limit for a statement on a file: the views take some four hundred steps per row of
    /// `stop_times.txt`, and a byte of a bundle may hold two rows.
    package static func limit(fileBytes: Int) -> Int { 20_000_000 + fileBytes * 2_000 }

    /// The limit of long texts in an answer from a file: each text of the file once, and room for
    /// some in several rows.
    package static func mostText(fileBytes: Int) -> Int { 64 << 20 + fileBytes }

    static let longText = 4096

    let limit: Int
    var spent = 0
    private let mostText: Int?
    private var text = 0

    init(limit: Int, mostText: Int?) {
        self.limit = limit
        self.mostText = mostText
    }

    func beginTexts() { text = 0 }

    func spend(text count: Int) { text += count }

    func checkTexts() throws(SQLiteFailure) {
        guard let mostText, text > mostText else { return }
        throw .tooMuchText(limit: mostText)
    }

    /// The budget must live as long as the connection.
    func watch(_ connection: OpaquePointer?) {
        sqlite3_progress_handler(
            connection, Self.interval,
            { budget in
                guard let budget else { return 0 }
                return Unmanaged<StepBudget>.fromOpaque(budget).takeUnretainedValue().spend()
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Nonzero when the statement must end: it has taken too many steps, or no caller still waits
    /// for it.
    private func spend() -> Int32 {
        spent += Int(Self.interval)
        // SQLite calls this on the thread that runs the statement, in the task that waits for it.
        return spent > limit || Task.isCancelled ? 1 : 0
    }
}
