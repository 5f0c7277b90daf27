/// A connection that keeps its prepared statements: preparing a query takes longer than finding a few
/// rows. One thread at a time uses it.
///
///     let database = Database(try Connection(path: "feed.sqlite", .reading))
///     try database.readRows("SELECT stop_id FROM stops WHERE sid > ?", arguments: [100]) { row in
///         print(row.text(0) ?? "")
///     }
package final class Database {
    package let connection: Connection
    private var places: [String: Place] = [:]
    private var tokenizer: WordTokenizer?

    /// Beyond this many statements all are prepared anew: an app may write its values into its SQL.
    private static let mostPlaces = 300

    /// Keeps a statement while it is not in use. SQL is long, so it is looked up once for each use.
    private final class Place {
        var statement: Statement?
    }

    package init(_ connection: Connection) {
        self.connection = connection
    }

    /// Calls the body with a statement that has its parameters. If the body uses the same SQL, it gets
    /// another statement, so that the rows of this one go on.
    package func withStatement<Value>(
        _ sql: String, arguments: Parameters, _ body: (Statement) throws -> Value
    ) throws -> Value {
        try withStatement(sql) { statement in
            try statement.bind(arguments)
            return try body(statement)
        }
    }

    /// For `Statement.readRows`, which gives the statement its parameters.
    package func withStatement<Value>(
        _ sql: String, _ body: (Statement) throws -> Value
    ) throws -> Value {
        let known = places[sql]
        let statement = try known?.statement ?? Statement(connection, sql)
        let place = known ?? newPlace(of: sql)
        place.statement = nil
        defer {
            statement.clear()
            place.statement = statement
        }
        return try body(statement)
    }

    private func newPlace(of sql: String) -> Place {
        if places.count == Self.mostPlaces { places.removeAll() }
        let place = Place()
        places[sql] = place
        return place
    }

    /// Throws a `CancellationError` when the caller has stopped waiting for the rows.
    package func readRows(
        _ sql: String, arguments: Parameters = [], _ body: (Columns) throws -> Void
    ) throws {
        try Task.checkCancellation()
        try withStatement(sql, arguments: arguments) { statement in
            while try statement.next() { try body(statement.row) }
        }
    }

    @discardableResult
    package func readFirst(
        _ sql: String, arguments: Parameters = [], _ body: (Columns) throws -> Void
    ) throws -> Bool {
        try withStatement(sql, arguments: arguments) { statement in
            guard try statement.next() else { return false }
            try body(statement.row)
            return true
        }
    }

    /// Calls the body so that all of its statements see one state of the file. A file without a writer
    /// needs no transaction for that.
    package func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
        connection.budget?.beginTexts()
        guard connection.purpose != .readingImmutable else { return try body(self) }
        try connection.execute("BEGIN")
        let result = Result { try body(self) }
        try connection.execute("COMMIT")
        return try result.get()
    }

    /// As FTS5 splits names with `unicode61 remove_diacritics 2`.
    package func words(of text: String) throws(SQLiteFailure) -> [String] {
        if let tokenizer { return try tokenizer.words(of: text) }
        let made = try WordTokenizer(connection)
        tokenizer = made
        return try made.words(of: text)
    }
}
