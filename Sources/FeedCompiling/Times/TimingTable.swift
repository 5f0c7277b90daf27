import BundleCodec

/// The distinct timings of a feed: the times of a trip as offsets from its origin.
///
/// Kept as the texts of `TimingText`, separated by a byte that UTF-8 never has:
///
///     | unit 4 | dwell list 4 | departures | FF | arrivals, often empty | FF | interpolated, too |
///
/// Arrivals that differ from departures mostly follow from a list of stopping times, which many
/// timings share; they are written out only where no list can express them.
package final class TimingTable {
    package struct Timing {
        /// Seconds; negative when a character is above a gap that its code skipped.
        package let unit: Int
        package let departures: UnsafeRawBufferPointer
        /// The number plus one in `dwells`; 0 when there is none.
        package let dwell: Int
        /// The arrivals, where they neither equal the departures nor follow from a list; else
        /// empty.
        package let arrivals: UnsafeRawBufferPointer
        package let interpolated: UnsafeRawBufferPointer

        var interpolatedCount: Int {
            let isTime: (UInt8) -> Bool = { $0 & 0xC0 != 0x80 && $0 != TimingText.untimed }
            return interpolated.count(where: isTime)
        }
    }

    private static let separator: UInt8 = 0xFF

    private let timings = IDTable(capacity: 1024)
    package let dwells = IDTable()
    private var dwellScratch: [UInt8] = []
    private var scratch: [UInt8] = []

    package init() {}

    package var count: Int { timings.count }

    /// Offsets count from `origin`, the smallest of the times.
    func intern(
        _ rows: UnsafeBufferPointer<StopTimeRow>, origin: Int32, interpolated: [Int32?]?
    ) -> Int {
        var unit = 0
        var isDwelling = false
        var isRegular = true
        for row in rows {
            unit = Self.divisor(unit, time: row.departure, origin: origin)
            if row.arrival != row.departure {
                unit = Self.divisor(unit, time: row.arrival, origin: origin)
                isDwelling = true
                isRegular = isRegular && row.departure >= 0 && row.arrival <= row.departure
            }
        }
        unit = max(unit, 1)
        // Taken out and put back: every access to a stored `var` is checked at run time.
        var text = scratch
        scratch = []
        text.removeAll(keepingCapacity: true)
        Self.append(UInt32(unit), to: &text)
        Self.append(
            UInt32(isDwelling && isRegular ? internDwell(rows, unit) : 0), to: &text)
        for row in rows { Self.append(row.departure, origin: origin, unit: unit, to: &text) }
        text.append(Self.separator)
        if isDwelling, !isRegular {
            for row in rows { Self.append(row.arrival, origin: origin, unit: unit, to: &text) }
        }
        text.append(Self.separator)
        if let interpolated {
            for time in interpolated {
                Self.append(time ?? StopTimeRow.noTime, origin: origin, unit: 1, to: &text)
            }
        }
        scratch = text
        return text.withUnsafeBytes { timings.intern($0).index }
    }

    private func internDwell(_ rows: UnsafeBufferPointer<StopTimeRow>, _ unit: Int) -> Int {
        var text = dwellScratch
        dwellScratch = []
        text.removeAll(keepingCapacity: true)
        for row in rows {
            // A row without any time is already untimed in the departures.
            let code =
                row.arrival < 0
                ? TimingText.untimed : Int(row.departure &- row.arrival) / unit &+ 2
            TimingText.append(code, to: &text)
        }
        dwellScratch = text
        return text.withUnsafeBytes { dwells.intern($0).index } + 1
    }

    private static func append(_ number: UInt32, to text: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { text.append(contentsOf: $0) }
    }

    @inline(__always)
    private static func divisor(_ divisor: Int, time: Int32, origin: Int32) -> Int {
        guard time >= 0, divisor != 1 else { return divisor }
        var left = divisor
        var right = Int(time &- origin)
        // Most offsets are multiples of the unit found so far.
        if left != 0, UInt32(truncatingIfNeeded: right) % UInt32(truncatingIfNeeded: left) == 0 {
            return left
        }
        while right != 0 { (left, right) = (right, left % right) }
        return left
    }

    @inline(__always)
    private static func append(
        _ time: Int32, origin: Int32, unit: Int, to text: inout [UInt8]
    ) {
        // 32-bit division is several times as fast.
        let code =
            time < 0
            ? TimingText.untimed
            : Int(UInt32(bitPattern: time &- origin) / UInt32(truncatingIfNeeded: unit)) &+ 2
        TimingText.append(code, to: &text)
    }

    package subscript(index: Int) -> Timing {
        let bytes = timings[index]
        var parts: [UnsafeRawBufferPointer] = []
        var start = 8
        for position in 8..<bytes.count where bytes[position] == Self.separator {
            parts.append(UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
            start = position + 1
        }
        let unit = Int(bytes.loadUnaligned(as: UInt32.self).littleEndian)
        return Timing(
            unit: parts.contains(where: TimingText.isWide) ? -unit : unit,
            departures: parts[0],
            dwell: Int(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self).littleEndian),
            arrivals: parts[1],
            interpolated: UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }

    /// In seconds from the origin.
    func offsets(_ index: Int) throws(DamagedEncoding) -> TimingOffsets {
        let timing = self[index]
        var offsets = TimingOffsets()
        try offsets.decode(
            unit: timing.unit, departures: timing.departures,
            dwells: timing.dwell == 0 ? nil : dwells[timing.dwell - 1],
            arrivals: timing.arrivals.isEmpty ? nil : timing.arrivals,
            interpolated: timing.interpolated.isEmpty ? nil : timing.interpolated)
        return offsets
    }
}
