import CSQLite

/// A prepared statement: parameters, counted from 1, go in, and rows come out.
///
/// It makes no `String` and allocates nothing per row, because rows come by the million. It keeps
/// its connection open.
package final class Statement {
    package let row: Columns
    private let handle: OpaquePointer
    private let connection: Connection
    private var steps = 0

    package convenience init(_ connection: Connection, _ sql: String) throws(SQLiteFailure) {
        var rest = ""
        try self.init(connection, sql, rest: &rest)
    }

    /// - Parameter rest: what stands after the first statement.
    package init(
        _ connection: Connection, _ sql: String, rest: inout String
    ) throws(SQLiteFailure) {
        self.connection = connection
        var prepared: OpaquePointer?
        let open = try connection.open
        let code = sql.withCString { text in
            var end: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(open, text, -1, &prepared, &end)
            if let end, end.pointee != 0 { rest = String(cString: end) }
            return code
        }
        try connection.check(code)
        guard let prepared else {
            throw SQLiteFailure(code: SQLITE_MISUSE, description: "no statement in: \(sql)")
        }
        handle = prepared
        row = Columns(prepared, connection.budget)
    }

    deinit {
        // This repeats the error of the last step.
        sqlite3_finalize(handle)
    }

    /// It has rows and changes nothing, be it a file, a setting or the connection.
    package var isQuery: Bool { row.count > 0 && sqlite3_stmt_readonly(handle) != 0 }

    package var hasParameters: Bool { sqlite3_bind_parameter_count(handle) > 0 }

    // MARK: Parameters

    package func bindNull(_ index: Int32) throws(SQLiteFailure) {
        try connection.check(sqlite3_bind_null(handle, index))
    }

    package func bind(_ index: Int32, _ value: Int64) throws(SQLiteFailure) {
        try connection.check(sqlite3_bind_int64(handle, index, value))
    }

    package func bind(_ index: Int32, _ value: Int32) throws(SQLiteFailure) {
        try bind(index, Int64(value))
    }

    package func bind(_ index: Int32, _ value: Double) throws(SQLiteFailure) {
        try connection.check(sqlite3_bind_double(handle, index, value))
    }

    /// The text must stay where it is until the statement has run.
    package func bind(_ index: Int32, text: UnsafeRawBufferPointer) throws(SQLiteFailure) {
        try connection.check(bindingCode(index, text: text, release: nil))
    }

    /// SQLite copies the text.
    package func bind(_ index: Int32, text: String?) throws(SQLiteFailure) {
        guard var text else { return try bindNull(index) }
        let code = text.withUTF8 {
            bindingCode(index, text: UnsafeRawBufferPointer($0), release: Self.copied)
        }
        try connection.check(code)
    }

    private func bindingCode(
        _ index: Int32, text: UnsafeRawBufferPointer, release: sqlite3_destructor_type?
    ) -> Int32 {
        // An empty buffer may have no address, which SQLite would take for NULL.
        guard let base = text.baseAddress, text.count > 0 else {
            return sqlite3_bind_text(handle, index, "", 0, Self.copied)
        }
        return sqlite3_bind_text64(
            handle, index, base.assumingMemoryBound(to: CChar.self), UInt64(text.count), release,
            UInt8(SQLITE_UTF8))
    }

    /// The blob must stay where it is until the statement has run.
    package func bind(
        _ index: Int32, blob: UnsafeRawBufferPointer
    ) throws(SQLiteFailure) {
        guard let base = blob.baseAddress, blob.count > 0 else {
            return try connection.check(sqlite3_bind_zeroblob(handle, index, 0))
        }
        try connection.check(
            sqlite3_bind_blob64(handle, index, base, UInt64(blob.count), nil))
    }

    package func bind(_ parameters: Parameters) throws(SQLiteFailure) {
        try expect(parameters.values.count)
        for (place, parameter) in parameters.values.enumerated() {
            let index =
                parameter.name.map { sqlite3_bind_parameter_index(handle, $0) } ?? Int32(place + 1)
            try parameter.value.bind(index, of: self)
        }
    }

    private func bind<each Value: SQLValue>(all values: repeat each Value) throws(SQLiteFailure) {
        var count = 0
        for _ in repeat each values { count += 1 }
        try expect(count)
        var place: Int32 = 0
        for value in repeat each values {
            place += 1
            try value.bind(place, of: self)
        }
    }

    private func expect(_ values: Int) throws(SQLiteFailure) {
        let count = Int(sqlite3_bind_parameter_count(handle))
        guard count == values else {
            throw SQLiteFailure(
                code: SQLITE_RANGE, description: "\(values) values for \(count) parameters")
        }
    }

    /// `?1` is the address where FTS5 leaves its functions.
    func fts5() throws(SQLiteFailure) -> UnsafeMutablePointer<fts5_api>? {
        var api: UnsafeMutablePointer<fts5_api>?
        let code = withUnsafeMutablePointer(to: &api) { place in
            sqlite3_bind_pointer(handle, 1, place, "fts5_api_ptr", nil) == SQLITE_OK
                ? step() : SQLITE_RANGE
        }
        guard code == SQLITE_ROW else { throw SQLiteFailure(code, of: connection.handle) }
        return api
    }

    /// Tells SQLite to copy: `SQLITE_TRANSIENT`, a macro that Swift does not see.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    // MARK: Running

    package func next() throws(SQLiteFailure) -> Bool {
        try connection.budget?.checkTexts()
        let code = step()
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        var failure = SQLiteFailure(code, of: connection.handle)
        if code == SQLITE_INTERRUPT, let budget = connection.budget, budget.spent > budget.limit {
            failure = SQLiteFailure(
                code: code, description: "a query has not ended after \(budget.limit) steps")
        }
        steps = 0
        // This repeats the error, and makes the statement ready for another try.
        sqlite3_reset(handle)
        throw failure
    }

    private func step() -> Int32 {
        guard let budget = connection.budget else { return sqlite3_step(handle) }
        // Statements of one connection take turns.
        budget.spent = steps
        defer { steps = budget.spent }
        return sqlite3_step(handle)
    }

    /// Goes back before the first row, so that parameters can be bound again.
    package func reset() throws(SQLiteFailure) {
        steps = 0
        try connection.check(sqlite3_reset(handle))
    }

    /// Reads all rows for other parameters. A question may do this again and again: all its steps
    /// count together. Throws a `CancellationError` when the caller has stopped waiting for the rows.
    package func readRows(
        _ arguments: Parameters, _ body: (Columns) throws -> Void
    ) throws {
        try Task.checkCancellation()
        try connection.check(sqlite3_reset(handle))
        try bind(arguments)
        while try next() { try body(row) }
    }

    /// Goes back before the first row, without values: for the next use of a kept statement.
    package func clear() {
        steps = 0
        // This repeats the error of the last step.
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Goes back before the first row, with these values for the parameters.
    package func start<each Value: SQLValue>(
        _ values: repeat each Value
    ) throws(SQLiteFailure) {
        try reset()
        try bind(all: repeat each values)
    }

    /// Makes the statement ready for the next row's parameters.
    package func run() throws(SQLiteFailure) {
        while try next() {}
        try reset()
    }

    /// Runs with these values for the parameters, and makes the statement ready for the next ones.
    package func run<each Value: SQLValue>(
        _ values: repeat each Value
    ) throws(SQLiteFailure) {
        try bind(all: repeat each values)
        try run()
    }
}
