import GTFSSchedule
import SQLiteLayer

/// Consecutive trips often share it; it is then read once.
final class StoredFlex {
    /// Any of these makes a stop time flexible.
    static let places = [
        "location_group_id", "location_id", "start_pickup_drop_off_window",
        "end_pickup_drop_off_window",
    ]
    static let names = places + ["pickup_booking_rule_id", "drop_off_booking_rule_id"]
    private static let types: [FieldType] = [.text, .text, .time, .time, .text, .text]

    private let query: Statement
    private var key: Int64?
    private var values: [Int: [UInt8]] = [:]

    init(_ connection: Connection) throws {
        query = try Statement(
            connection,
            """
            SELECT position, \(Self.names.joined(separator: ", ")) FROM flex_stop_times
            WHERE flex = ?
            """)
    }

    func read(_ key: Int64?) throws -> Bool {
        if key == self.key { return true }
        self.key = nil
        values = [:]
        guard let key else { return true }
        try query.start(key)
        while try query.next() {
            guard query.row.isInteger(0), let position = query.row.integer(0),
                let packed = PackedValues.pack(query.row, Array(1...Self.names.count))
            else {
                values = [:]
                return false
            }
            values[position] = packed
        }
        self.key = key
        return true
    }

    @inline(__always)
    func isSame(
        _ position: Int, allowsBlank: Bool, _ cell: (Int) -> UnsafeRawBufferPointer
    ) -> Bool {
        guard !values.isEmpty, let packed = values[position + 1] else {
            return allowsBlank || Self.names.indices.allSatisfy { cell($0).isEmpty }
        }
        return packed.withUnsafeBytes { bytes in
            var values = PackedValues(bytes)
            return Self.names.indices.allSatisfy {
                values.isNext(cell($0), Self.types[$0], allowsBlank: allowsBlank)
            }
        }
    }
}
