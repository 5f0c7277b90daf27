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
