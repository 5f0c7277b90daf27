import CSQLite

/// The values of a statement's current row, by position, counted from 0.
///
/// A value of another type than requested is nil, so that a damaged file cannot stop an app.
package struct Columns {
    private let statement: OpaquePointer
    /// The connection outlives the statement.
    private let budget: Unmanaged<StepBudget>?

    init(_ statement: OpaquePointer, _ budget: StepBudget?) {
        self.statement = statement
        self.budget = budget.map(Unmanaged.passUnretained)
    }

    package var count: Int { Int(sqlite3_column_count(statement)) }

    package func name(_ position: Int) -> String {
        sqlite3_column_name(statement, Int32(position)).map { String(cString: $0) } ?? ""
    }

    package func position(_ name: String) -> Int? {
        name.withCString { name in
            (0..<count).first {
                sqlite3_stricmp(sqlite3_column_name(statement, Int32($0)), name) == 0
            }
        }
    }

    package func isNull(_ position: Int) -> Bool { type(position) == SQLITE_NULL }
    package func isInteger(_ position: Int) -> Bool { type(position) == SQLITE_INTEGER }
    package func isReal(_ position: Int) -> Bool { type(position) == SQLITE_FLOAT }
    package func isText(_ position: Int) -> Bool { type(position) == SQLITE_TEXT }
    package func isBlob(_ position: Int) -> Bool { type(position) == SQLITE_BLOB }

    package func int64(_ position: Int) -> Int64? {
        switch type(position) {
        case SQLITE_INTEGER: sqlite3_column_int64(statement, Int32(position))
        case SQLITE_FLOAT: Int64(exactly: sqlite3_column_double(statement, Int32(position)))
        default: nil
        }
    }

    package func integer(_ position: Int) -> Int? { int64(position).map { Int($0) } }

    package func real(_ position: Int) -> Double? {
        switch type(position) {
        case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(statement, Int32(position))
        default: nil
        }
    }

    package func text(_ position: Int) -> String? {
        withText(position) { String(decoding: $0, as: UTF8.self) }
    }

    package func withText<Value>(
        _ position: Int, _ body: (UnsafeRawBufferPointer) -> Value
    ) -> Value? {
        isText(position) ? body(bytes(position)) : nil
    }

    /// As SQLite writes any value; nil for NULL.
    package func asText(_ position: Int) -> String? {
        asBytes(position).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Any value as text: a number with decimals as the shortest that reads back as the same, where
    /// SQLite rounds to 15 digits.
    package func exactText(_ position: Int) -> String? {
        isReal(position) ? real(position).map { "\($0)" } : asText(position)
    }

    /// As SQLite writes any value; nil for NULL. Valid until the statement moves on.
    package func asBytes(_ position: Int) -> UnsafeRawBufferPointer? {
        isNull(position) ? nil : bytes(position)
    }

    /// As SQLite writes any value; none for NULL. Valid until the statement moves on.
    package func bytes(_ position: Int) -> UnsafeRawBufferPointer {
        // The text must come first: the other call is about its result.
        let text = sqlite3_column_text(statement, Int32(position))
        let count = Int(sqlite3_column_bytes(statement, Int32(position)))
        if count >= StepBudget.longText, let budget {
            budget._withUnsafeGuaranteedRef { $0.spend(text: count) }
        }
        return UnsafeRawBufferPointer(start: text, count: count)
    }

    /// Valid until the statement moves on.
    package func blob(_ position: Int) -> UnsafeRawBufferPointer {
        let blob = sqlite3_column_blob(statement, Int32(position))
        return UnsafeRawBufferPointer(
            start: blob, count: Int(sqlite3_column_bytes(statement, Int32(position))))
    }

    private func type(_ position: Int) -> Int32 {
        sqlite3_column_type(statement, Int32(position))
    }
}
