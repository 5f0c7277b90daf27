import SQLiteLayer
import TransitModel

extension Database {
    func readAll<Value>(
        _ sql: String, arguments: Parameters = [], _ value: (Columns) throws -> Value?
    ) throws -> [Value] {
        var values: [Value] = []
        try readRows(sql, arguments: arguments) { row in
            if let value = try value(row) { values.append(value) }
        }
        return values
    }

    /// By key; of rows with the same one, the last counts.
    func readKeyed<Key: Hashable, Value>(
        _ sql: String, arguments: Parameters = [], _ entry: (Columns) throws -> (Key, Value)?
    ) throws -> [Key: Value] {
        var values: [Key: Value] = [:]
        try readRows(sql, arguments: arguments) { row in
            if let (key, value) = try entry(row) { values[key] = value }
        }
        return values
    }

    func first<Value>(
        _ sql: String, arguments: Parameters = [], _ value: (Columns) throws -> Value?
    ) throws -> Value? {
        var found: Value?
        try readFirst(sql, arguments: arguments) { row in found = try value(row) }
        return found
    }

    func readIntegers(_ sql: String, _ body: ((Int) -> Int?) -> Void) throws {
        try readRows(sql) { row in body { row.integer($0) } }
    }
}
