import BundleCodec
import GRDBSQLite

/// A prepared SELECT, read row by row without a copy.
final class Query {
    private let handle: OpaquePointer
    private let connection: BundleConnection

    init(_ connection: BundleConnection, _ sql: String) throws {
        self.connection = connection
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection.handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw connection.failure() }
        handle = statement
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Starts over with other text for the first parameter; the bytes must stay until the last row.
    func restart(_ text: UnsafeRawBufferPointer) {
        sqlite3_reset(handle)
        sqlite3_bind_text(
            handle, 1, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count),
            nil)
    }

    /// Starts over with another number for the first parameter.
    func restart(_ number: Int64) {
        sqlite3_reset(handle)
        sqlite3_bind_int64(handle, 1, number)
    }

    /// Moves to the next row. False after the last.
    func next() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw connection.failure()
        }
    }

    func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
    }

    func isInteger(_ column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(column)) == SQLITE_INTEGER
    }

    func isReal(_ column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(column)) == SQLITE_FLOAT
    }

    func isText(_ column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(column)) == SQLITE_TEXT
    }

    /// Nil for NULL.
    func integer(_ column: Int) -> Int64? {
        isNull(column) ? nil : sqlite3_column_int64(handle, Int32(column))
    }

    func real(_ column: Int) -> Double {
        sqlite3_column_double(handle, Int32(column))
    }

    /// The bytes of a text; they are gone with the next row.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        let text = sqlite3_column_text(handle, Int32(column))
        return UnsafeRawBufferPointer(
            start: text, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    /// The bytes of a blob; they are gone with the next row.
    func blob(_ column: Int) -> UnsafeRawBufferPointer {
        let blob = sqlite3_column_blob(handle, Int32(column))
        return UnsafeRawBufferPointer(
            start: blob, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    /// A list of numbers whose base, scale, width and codes are in four columns; nil when the row
    /// has none.
    ///
    /// - Parameter curved: the column that only bundles of layout 1 have.
    func packedNumbers(_ column: Int, curved: Int? = nil) throws -> PackedNumbers? {
        do {
            return try PackedNumbers(
                base: integer(column), scale: integer(column + 1), width: integer(column + 2),
                curved: curved.flatMap { integer($0) },
                codes: isNull(column + 3) ? nil : Array(blob(column + 3)))
        } catch {
            throw connection.damage(error.reason)
        }
    }

    /// What the polyline of a chunk leaves out, in four columns: width, units, characters; nil where
    /// that is nothing.
    func coordinateRests(_ column: Int, points: Int) throws -> CoordinateRests? {
        do {
            return try CoordinateRests(
                width: integer(column), latitudeUnit: isNull(column + 1) ? nil : real(column + 1),
                longitudeUnit: isNull(column + 2) ? nil : real(column + 2),
                codes: isNull(column + 3) ? nil : Array(blob(column + 3)), points: points)
        } catch {
            throw connection.damage(error.reason)
        }
    }

    /// Nil for NULL.
    func string(_ column: Int) -> String? {
        isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self)
    }
}
