import GTFSSchedule
import SQLiteLayer

enum CellComparison {
    /// Compares a cell that is not blank with a value that is not NULL.
    ///
    /// Whole and decimal numbers compare as numbers, times as seconds, everything else as text.
    @inline(__always)
    static func isSame(
        _ cell: UnsafeRawBufferPointer, field: FieldSpec, in found: Columns, at column: Int
    ) -> Bool {
        switch field.type.judge(cell).value {
        case nil: return false
        case .text: return found.isText(column) && areEqual(cell, found.bytes(column))
        case .integer(let value):
            if field.type == .time || field.type == .localTime {
                return found.isText(column)
                    && CellText.seconds(found.bytes(column)) == Int(value)
            }
            return found.isInteger(column) && found.int64(column) == value
        case .real(let value):
            return found.real(column).map {
                areSame(value, $0, keepsSign: keepsSign(field))
            } ?? false
        }
    }

    /// The same bytes, or the same value.
    static func isSame(_ cell: UnsafeRawBufferPointer, _ field: FieldSpec, text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let other = UnsafeRawBufferPointer(bytes)
            if areEqual(cell, other) { return true }
            guard !cell.isEmpty, !other.isEmpty else { return false }
            switch (field.type.judge(cell).value, field.type.judge(other).value) {
            case (.integer(let left), .integer(let right)): return left == right
            case (.real(let left), .real(let right)):
                return areSame(left, right, keepsSign: keepsSign(field))
            default: return false
            }
        }
    }

    /// Whether a cell is a number other than 0 that is too small for a double, which then is 0.
    static func isTooSmall(_ cell: UnsafeRawBufferPointer) -> Bool {
        func isExponent(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "e") }
        // No other number is that small: the least double has 323 zeros after the point.
        guard cell.count > 323 || cell.contains(where: isExponent), CellText.decimal(cell) == 0
        else { return false }
        return cell.prefix { !isExponent($0) }.contains { 49...57 ~= $0 }
    }

    static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        var index = 0
        while index + 8 <= left.count {
            guard
                left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            else { return false }
            index += 8
        }
        while index < left.count {
            guard left[index] == right[index] else { return false }
            index += 1
        }
        return true
    }

    @inline(__always)
    static func areSame(_ feed: Double, _ bundle: Double, keepsSign: Bool) -> Bool {
        guard feed == 0 else { return feed == bundle }
        return bundle == 0 && (feed.sign == bundle.sign || !keepsSign)
    }

    /// Distances, which the views compute, keep the minus of a zero; in columns SQLite stores none,
    /// as `schema/bundle.sql` says.
    private static func keepsSign(_ field: FieldSpec) -> Bool {
        field.name == "shape_dist_traveled"
    }
}
