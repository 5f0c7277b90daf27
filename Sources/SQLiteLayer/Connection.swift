import GRDBSQLite

/// A connection to a SQLite database. One thread at a time uses it.
///
/// Every call that can fail is checked, and throws what SQLite says:
///
///     let connection = try Connection(path: "feed.sqlite", .reading)
///     let stops = try Statement(connection, "SELECT stop_id FROM stops WHERE sid > ?")
///     try stops.bind(1, 100)
///     while try stops.next() { print(stops.row.text(0) ?? "") }
package final class Connection {
    /// What a database is opened for.
    package enum Purpose {
        /// The file is there, and is not written to.
        case reading
        /// The file is made where there is none.
        case writing

        fileprivate var flags: Int32 {
            switch self {
            case .reading: SQLITE_OPEN_READONLY
            case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        }
    }

    /// For calls of the C interface that have no function here; nil once the connection is closed.
    package private(set) var handle: OpaquePointer?
    /// What the statements of this connection may take; nil where they may take what they want.
    private(set) var budget: StepBudget?

    /// Opens a database.
    ///
    /// - Parameter path: a file, or an empty text for a temporary database, which SQLite keeps on
    ///   disk without a name and removes by itself.
    package init(path: String, _ purpose: Purpose) throws(SQLiteFailure) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, purpose.flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK else {
            let failure = SQLiteFailure(code, of: opened)
            sqlite3_close_v2(opened)
            throw failure
        }
        handle = opened
        try check(sqlite3_extended_result_codes(opened, 1))
    }

    /// Nothing is lost here: what was written is in the file as soon as its transaction ends.
    deinit {
        sqlite3_close_v2(handle)
    }

    /// Ends every statement that takes more steps than this, each time that it runs: see ``StepBudget``.
    package func endStatements(after steps: Int) {
        let budget = StepBudget(limit: steps)
        self.budget = budget
        budget.watch(handle)
    }

    /// Closes the file. Statements must be gone; others cannot be made.
    package func close() throws(SQLiteFailure) {
        try check(sqlite3_close(handle))
        handle = nil
    }

    /// Runs statements, with semicolons between them, whose rows nobody wants.
    package func execute(_ script: String) throws(SQLiteFailure) {
        try check(sqlite3_exec(try open, script, nil, nil, nil))
    }

    /// The first column of a query's first row; nil without rows and for what is not a number.
    package func integer(_ sql: String) throws(SQLiteFailure) -> Int? {
        let query = try Statement(self, sql)
        return try query.next() ? query.row.integer(0) : nil
    }

    /// The first column of all rows; what is not text is an empty one.
    package func texts(_ sql: String) throws(SQLiteFailure) -> [String] {
        let query = try Statement(self, sql)
        var texts: [String] = []
        while try query.next() { texts.append(query.row.text(0) ?? "") }
        return texts
    }

    /// Whether there is a table, not a view, of this name.
    package func hasTable(_ name: String) throws(SQLiteFailure) -> Bool {
        let query = try Statement(
            self, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
        try query.bind(1, text: name)
        return try query.next()
    }

    /// Whether a table or view has a column of this name.
    package func hasColumn(_ name: String, of table: String) throws(SQLiteFailure) -> Bool {
        let query = try Statement(self, "SELECT 1 FROM pragma_table_info(?) WHERE name = ?")
        try query.bind(1, text: table)
        try query.bind(2, text: name)
        return try query.next()
    }

    /// How many rows the last INSERT, UPDATE or DELETE touched.
    package var changes: Int { Int(sqlite3_changes(handle)) }

    /// The version of SQLite, such as 3.40.1.
    package static var version: String { String(cString: sqlite3_libversion()) }

    /// The handle of a connection that is not closed.
    var open: OpaquePointer {
        get throws(SQLiteFailure) {
            guard let handle else {
                throw SQLiteFailure(code: SQLITE_MISUSE, description: "the connection is closed")
            }
            return handle
        }
    }

    /// Throws unless a call went well.
    func check(_ code: Int32) throws(SQLiteFailure) {
        guard code == SQLITE_OK else { throw SQLiteFailure(code, of: handle) }
    }
}

/// What SQLite says went wrong.
package struct SQLiteFailure: Error, Equatable, CustomStringConvertible {
    /// The extended result code, see https://www.sqlite.org/rescode.html.
    package let code: Int32
    /// SQLite's words.
    package let description: String

    init(code: Int32, description: String) {
        self.code = code
        self.description = description
    }

    /// What goes wrong where a database is written without SQLite.
    package static func notWritten(_ reason: String) -> SQLiteFailure {
        SQLiteFailure(code: SQLITE_IOERR, description: reason)
    }

    /// A file may have no more pages.
    package static let full = SQLiteFailure(
        code: SQLITE_FULL, description: "database or disk is full")

    /// Whether there is no room for what was to be written.
    package var isFull: Bool { code & 0xFF == SQLITE_FULL }

    /// What the last call on a connection said.
    init(_ code: Int32, of connection: OpaquePointer?) {
        self.init(code: code, description: String(cString: sqlite3_errmsg(connection)))
    }
}
