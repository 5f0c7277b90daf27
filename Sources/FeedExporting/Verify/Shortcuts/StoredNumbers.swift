import BundleCodec
import SQLiteLayer

/// Reads lists of numbers: `distances` of `schema/bundle.sql`, and the same columns of `shape_chunk`.
///
/// It gives up on anything unusual; the view then decides.
struct StoredNumbers {
    private(set) var values: [Double] = []
    private(set) var kind = 0

    /// In four columns; nil unless there are `count` numbers.
    init?(_ row: Columns, _ column: Int, as form: NumberCodes, count: Int) {
        guard row.isInteger(column), row.isInteger(column + 1), row.isInteger(column + 2),
            row.isBlob(column + 3), let base = row.int64(column),
            let scale = row.int64(column + 1), let signedWidth = row.integer(column + 2)
        else { return nil }
        let isInBytes = form == .digits && signedWidth < 0 && scale > 0
        let form = isInBytes ? NumberCodes.bytes : form
        let width = isInBytes ? 0 &- signedWidth : signedWidth
        guard 2...form.doubleWidth ~= width, base.magnitude < 1 << 61,
            scale > 0 || (scale == 0 && width == form.doubleWidth)
        else { return nil }
        let codes = row.blob(column + 3)
        guard codes.count == width * count else { return nil }
        values.reserveCapacity(count)
        for start in stride(from: 0, to: codes.count, by: width) {
            let bytes = UnsafeRawBufferPointer(rebasing: codes[start..<start + width])
            guard let code = form.code(bytes, isDouble: scale == 0) else { return nil }
            if code == 0 {
                values.append(.nan)
            } else if scale > 0 {
                guard code < 1 << 61 else { return nil }
                values.append(Double(base - 1 + Int64(code)) / Double(scale))
            } else {
                let value = Double(bitPattern: code - 1)
                guard value.isFinite else { return nil }
                values.append(value)
            }
        }
        kind = 1 + signedWidth * 4 + (scale == 0 ? 1 : 0) + (base < 0 ? 2 : 0)
    }
}
