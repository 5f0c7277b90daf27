/// The distinct timings of a feed: the times of a trip as offsets from its origin.
///
/// Kept as the texts of `TimingCodec`, with a byte between them that UTF-8 never has:
///
///     | unit 4 | departures | FF | arrivals, empty when equal | FF | interpolated, often empty |
package final class TimingTable {
    /// A timing as the bundle stores it.
    package struct Timing {
        package let unit: Int
        package let departures: UnsafeRawBufferPointer
        /// Empty when every arrival equals its departure.
        package let arrivals: UnsafeRawBufferPointer
        /// Empty when no time was interpolated; its unit is one second.
        package let interpolated: UnsafeRawBufferPointer
    }

    private static let separator: UInt8 = 0xFF

    private let timings = IDTable(capacity: 1024)
    private var scratch: [UInt8] = []

    package init() {}

    package var count: Int { timings.count }

    /// The number of the timing of these rows.
    ///
    /// - Parameters:
    ///   - origin: what the offsets count from, the smallest of the times.
    ///   - interpolated: times for rows that have none, see `Interpolation`.
    func intern(
        _ rows: UnsafeBufferPointer<StopTimeRow>, origin: Int32, interpolated: [Int32?]?
    ) -> Int {
        var unit = 0
        var isDwelling = false
        for row in rows {
            unit = Self.divisor(unit, row.departure, origin)
            if row.arrival != row.departure {
                unit = Self.divisor(unit, row.arrival, origin)
                isDwelling = true
            }
        }
        unit = max(unit, 1)
        scratch.removeAll(keepingCapacity: true)
        for shift in stride(from: 0, to: 32, by: 8) {
            scratch.append(UInt8(truncatingIfNeeded: unit >> shift))
        }
        for row in rows { append(row.departure, origin, unit) }
        scratch.append(Self.separator)
        if isDwelling {
            for row in rows { append(row.arrival, origin, unit) }
        }
        scratch.append(Self.separator)
        if let interpolated {
            for time in interpolated { append(time ?? StopTimeRow.noTime, origin, 1) }
        }
        return scratch.withUnsafeBytes { timings.intern($0).index }
    }

    @inline(__always)
    private static func divisor(_ divisor: Int, _ time: Int32, _ origin: Int32) -> Int {
        guard time >= 0, divisor != 1 else { return divisor }
        var left = divisor
        var right = Int(time &- origin)
        // Most offsets are multiples of what was found so far.
        if left != 0, right % left == 0 { return left }
        while right != 0 { (left, right) = (right, left % right) }
        return left
    }

    @inline(__always)
    private func append(_ time: Int32, _ origin: Int32, _ unit: Int) {
        let code = time < 0 ? TimingCodec.untimed : Int(time &- origin) / unit &+ 2
        TimingCodec.append(code, to: &scratch)
    }

    package subscript(index: Int) -> Timing {
        let bytes = timings[index]
        let unit = Int(bytes.loadUnaligned(as: UInt32.self).littleEndian)
        var parts: [UnsafeRawBufferPointer] = []
        var start = 4
        for position in 4..<bytes.count where bytes[position] == Self.separator {
            parts.append(UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
            start = position + 1
        }
        return Timing(
            unit: unit, departures: parts[0], arrivals: parts[1],
            interpolated: UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
}

extension TimingTable.Timing {
    /// The offsets of a text in seconds, nil where untimed.
    static func offsets(_ text: UnsafeRawBufferPointer, unit: Int) -> [Int32?] {
        String(decoding: text, as: UTF8.self).unicodeScalars.map { scalar in
            let code = TimingCodec.code(Int(scalar.value))
            return code == TimingCodec.untimed ? nil : Int32((code - 2) * unit)
        }
    }
}
