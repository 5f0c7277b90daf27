/// Times of a trip as text with one character per stop, readable by plain SQL: the columns of
/// `timing` and `dwell`.
///
/// The character at a stop's position has the code `offset / unit + 2`, where the offset is in
/// seconds from the trip's origin and the unit divides all of them; code 1 means that the feed gave
/// no time:
///
///     unit 60       departures   02     05     01         40         C2 80
///                   code         2      5      1          64         128
///                   offset       0 s    180 s  untimed    3,720 s    7,560 s
///
/// Numbers that are not characters (surrogates) or that SQLite would not keep (U+FFFE, U+FFFF) are
/// skipped:
///
///     code      <  0xD800   character = code
///     code      <  0xF7FE   character = code + 0x800     (above the surrogates)
///     otherwise             character = code + 0x802     (above U+FFFF)
///
/// A text with a character of the last two kinds has its unit written as a negative number, so that
/// SQL need not look for the gaps in all others. In SQL: `unicode(substr(departures, position, 1))`,
/// see `schema/bundle.sql`.
package enum TimingText {
    package static let untimed = 1
    /// The latest possible time of a trip after its origin, in seconds; also the largest unit.
    package static let longestSpan = 1_000_000
    /// Stands in lists of offsets for a stop without a time.
    package static let noOffset = Int32.min

    private static let firstWide = 0xE000

    package static func append(_ code: Int, to text: inout [UInt8]) {
        let scalar = scalar(code)
        if scalar < 0x80 {
            text.append(UInt8(truncatingIfNeeded: scalar))
        } else if scalar < 0x800 {
            text.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        } else if scalar < 0x10000 {
            text.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        } else {
            text.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        }
    }

    package static func scalar(_ code: Int) -> Int {
        if code < 0xD800 { return code }
        if code < 0xFFFE - 0x800 { return code + 0x800 }
        return code + 0x802
    }

    package static func isWide(_ text: UnsafeRawBufferPointer) -> Bool {
        text.contains { $0 >= 0xEE }
    }

    /// Nil when there is no time. The unit is -1 for interpolated times.
    package static func offset(
        _ scalar: Int, unit: Int, at place: Int? = nil
    ) throws(DamagedEncoding) -> Int? {
        guard scalar != untimed else { return nil }
        guard scalar > untimed else {
            throw DamagedEncoding(.timing, "it has the character \(scalar)", at: place)
        }
        guard unit != 0, -longestSpan...longestSpan ~= unit else {
            throw DamagedEncoding(.timing, "its unit is \(unit) s")
        }
        var code = scalar
        if scalar >= 0xD800 {
            let isCharacter =
                firstWide...0xFFFD ~= scalar || 0x10000...0x10FFFF ~= scalar
            guard isCharacter, unit < 0 else {
                throw DamagedEncoding(.timing, "it has the character \(scalar)", at: place)
            }
            code -= scalar < 0x10000 ? 0x800 : 0x802
        }
        let offset = (code - 2) * abs(unit)
        guard 0...longestSpan ~= offset else {
            throw DamagedEncoding(.timing, "it has a time after \(offset) s", at: place)
        }
        return offset
    }

    /// A trip's origin, from which its offsets count, in seconds of the service day. With any
    /// offset added it fits in 32 bits.
    package static func origin(_ seconds: Int64) throws(DamagedEncoding) -> Int32 {
        guard -1_000_000_000...1_000_000_000 ~= seconds else {
            throw DamagedEncoding(.timing, "its trip starts at \(seconds) s")
        }
        return Int32(seconds)
    }

    /// The previous content is lost; `noOffset` where there is no time.
    package static func decode(
        _ text: UnsafeRawBufferPointer, unit: Int, into offsets: inout [Int32]
    ) throws(DamagedEncoding) {
        try fill(&offsets, text, unit: unit)
    }

    /// Generic, which costs nothing within this module.
    fileprivate static func fill<Text: Sequence<UInt8>>(
        _ offsets: inout [Int32], _ text: Text, unit: Int
    ) throws(DamagedEncoding) {
        offsets.removeAll(keepingCapacity: true)
        var bytes = text.makeIterator()
        while let lead = bytes.next() {
            guard let scalar = lead < 0x80 ? Int(lead) : longScalar(lead, &bytes) else {
                throw DamagedEncoding(.timing, "it is not UTF-8", at: offsets.count)
            }
            let seconds = try offset(scalar, unit: unit, at: offsets.count)
            offsets.append(seconds.map { Int32(truncatingIfNeeded: $0) } ?? noOffset)
        }
    }

    /// The character has two to four bytes; nil when it is invalid.
    private static func longScalar(
        _ lead: UInt8, _ bytes: inout some IteratorProtocol<UInt8>
    ) -> Int? {
        let following: Int
        let smallest: Int
        switch lead {
        case 0xC0...0xDF: (following, smallest) = (1, 0x80)
        case 0xE0...0xEF: (following, smallest) = (2, 0x800)
        case 0xF0...0xF7: (following, smallest) = (3, 0x10000)
        default: return nil
        }
        var scalar = Int(lead) & 0x3F >> following
        for _ in 0..<following {
            guard let byte = bytes.next(), byte & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | Int(byte & 0x3F)
        }
        return scalar >= smallest ? scalar : nil
    }
}

/// The times of a trip from `timing` and `dwell`: offsets from its origin in seconds, by position,
/// counted from 0.
///
/// Arrivals are stored in one of three ways:
///
///     neither list          arrival = departure
///     dwell -> dwells       arrival = departure - stopping time; none where that is untimed
///     arrivals              themselves
///
/// Many trips share one timing. A value can be filled again and again, and keeps its memory.
package struct TimingOffsets: Equatable, Sendable {
    /// By position; `TimingText.noOffset` where no time was published.
    package private(set) var departures: [Int32] = []
    /// Times of stops between timed ones for which the feed gives none; empty when there are none.
    package private(set) var interpolated: [Int32] = []
    /// Empty when arrivals do not differ from departures.
    private var ownArrivals: [Int32] = []

    package init() {}

    /// By position; `TimingText.noOffset` where no time was published.
    package var arrivals: [Int32] { ownArrivals.isEmpty ? departures : ownArrivals }

    package var count: Int { departures.count }

    /// As published; nil when there is none, and beyond the last stop.
    package func departure(_ position: Int) -> Int? { Self.offset(departures, position) }

    /// As published; nil when there is none, and beyond the last stop.
    package func arrival(_ position: Int) -> Int? {
        Self.offset(ownArrivals.isEmpty ? departures : ownArrivals, position)
    }

    package func interpolatedTime(_ position: Int) -> Int? { Self.offset(interpolated, position) }

    private static func offset(_ offsets: [Int32], _ position: Int) -> Int? {
        guard offsets.indices.contains(position), offsets[position] != TimingText.noOffset else {
            return nil
        }
        return Int(offsets[position])
    }

    /// Reads a row of `timing`, and of `dwell` if it names one. The previous content is lost, even
    /// when the row turns out to be damaged.
    package mutating func decode(
        unit: Int, departures: UnsafeRawBufferPointer, dwells: UnsafeRawBufferPointer?,
        arrivals: UnsafeRawBufferPointer?, interpolated: UnsafeRawBufferPointer?
    ) throws(DamagedEncoding) {
        try fill(
            unit: unit, departures: departures, dwells: dwells, arrivals: arrivals,
            interpolated: interpolated)
    }

    package init(
        unit: Int, departures: [UInt8], dwells: [UInt8]? = nil, arrivals: [UInt8]? = nil,
        interpolated: [UInt8]? = nil
    ) throws(DamagedEncoding) {
        try fill(
            unit: unit, departures: departures, dwells: dwells, arrivals: arrivals,
            interpolated: interpolated)
    }

    private mutating func fill<Text: Sequence<UInt8>>(
        unit: Int, departures: Text, dwells: Text?, arrivals: Text?, interpolated: Text?
    ) throws(DamagedEncoding) {
        ownArrivals.removeAll(keepingCapacity: true)
        self.interpolated.removeAll(keepingCapacity: true)
        try TimingText.fill(&self.departures, departures, unit: unit)
        if let interpolated {
            try TimingText.fill(&self.interpolated, interpolated, unit: -1)
            try expectAsMany(self.interpolated, "interpolated")
        }
        if let arrivals {
            guard dwells == nil else {
                throw DamagedEncoding(.timing, "it has both arrivals and stopping times")
            }
            try TimingText.fill(&ownArrivals, arrivals, unit: unit)
            try expectAsMany(ownArrivals, "arrivals")
        } else if let dwells {
            try TimingText.fill(&ownArrivals, dwells, unit: unit)
            try expectAsMany(ownArrivals, "stopping times")
            for position in ownArrivals.indices
            where ownArrivals[position] != TimingText.noOffset {
                let departure = self.departures[position]
                ownArrivals[position] =
                    departure == TimingText.noOffset
                    ? departure : departure - ownArrivals[position]
            }
        }
    }

    package func expect(_ stops: Int) throws(DamagedEncoding) {
        guard count == stops else {
            throw DamagedEncoding(.timing, "it has \(count) departures for \(stops) stops")
        }
    }

    private func expectAsMany(_ list: [Int32], _ name: String) throws(DamagedEncoding) {
        guard list.count == departures.count else {
            throw DamagedEncoding(
                .timing, "it has \(departures.count) departures and \(list.count) \(name)")
        }
    }
}
