import BundleCodec
import GRDB
import TestSupport
import Testing

@Suite("Times as characters")
struct TimingTextTests {
    /// The text of some codes.
    private func text(_ codes: some Sequence<Int>) -> [UInt8] {
        var text: [UInt8] = []
        for code in codes { TimingText.append(code, to: &text) }
        return text
    }

    /// The offsets that a text says.
    private func offsets(_ text: [UInt8], unit: Int) throws -> [Int32] {
        var offsets: [Int32] = []
        try text.withUnsafeBytes { try TimingText.decode($0, unit: unit, into: &offsets) }
        return offsets
    }

    private func isWide(_ text: [UInt8]) -> Bool {
        text.withUnsafeBytes { TimingText.isWide($0) }
    }

    @Test("Codes become the UTF-8 of characters that SQLite keeps, each its own")
    func characters() throws {
        var last = 0
        let codes = 1...TimingText.longestSpan + 2
        for code in codes {
            let scalar = TimingText.scalar(code)
            let isKept =
                scalar > last && !(0xD800...0xDFFF ~= scalar) && scalar != 0xFFFE
                && scalar != 0xFFFF && scalar <= 0x10FFFF
            guard isKept else {
                Issue.record("code \(code) becomes \(scalar)")
                return
            }
            last = scalar
        }
        let scalars = String(decoding: text(codes), as: UTF8.self).unicodeScalars
        #expect(scalars.elementsEqual(codes.map(TimingText.scalar)) { Int($0.value) == $1 })
    }

    @Test("Every offset comes back, by its character and out of a text")
    func everyOffset() throws {
        let offsets = Array(0...TimingText.longestSpan)
        let wide = text(offsets.map { $0 + 2 })
        #expect(isWide(wide))
        let read = try self.offsets(wide, unit: -1)
        #expect(read.elementsEqual(offsets) { Int($0) == $1 })
        let other = try offsets.first {
            try TimingText.offset(TimingText.scalar($0 + 2), unit: -1) != $0
        }
        #expect(other == nil)
    }

    @Test("Units divide offsets", arguments: [1, 2, 18, 60, 86_400, 1_000_000])
    func units(unit: Int) throws {
        let steps = Array(0...min(TimingText.longestSpan / unit, 0xD800 - 3))
        let narrow = text(steps.map { $0 + 2 } + [TimingText.untimed])
        #expect(!isWide(narrow))
        for written in [unit, -unit] {
            #expect(
                try offsets(narrow, unit: written) == steps.map { Int32($0 * unit) } + [
                    TimingText.noOffset
                ])
        }
    }

    @Test("Plain SQL reads every offset from 0 to 172,800, and on to the longest span")
    func everyOffsetInSQL() throws {
        let offsets =
            Array(0...172_800)
            + Array(stride(from: 172_801, through: TimingText.longestSpan, by: 7))
        try DatabaseQueue().write { db in
            try db.execute(sql: "CREATE TABLE timing (seconds INTEGER, departures TEXT)")
            let insert = try db.makeStatement(sql: "INSERT INTO timing VALUES (?, ?)")
            for offset in offsets {
                // Between two others, as in a trip.
                let text = text([2, offset + 2, TimingText.untimed])
                try insert.execute(arguments: [offset, String(decoding: text, as: UTF8.self)])
            }
            // The formula of schema/bundle.sql.
            let wrong = try Int.fetchAll(
                db,
                sql: """
                    SELECT seconds FROM (
                      SELECT seconds, departures, unicode(substr(departures, 2, 1)) AS u FROM timing)
                    WHERE u - 2 - 2048*(u >= 57344) - 2*(u >= 65536) IS NOT seconds
                      OR (seconds < 55000 AND u - 2 IS NOT seconds)
                      OR unicode(substr(departures, 1, 1)) IS NOT 2
                      OR unicode(substr(departures, 3, 1)) IS NOT 1 OR length(departures) <> 3
                    """)
            #expect(wrong == [])
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM timing") == offsets.count)
        }
    }

    @Test("Arrivals are the departures, or told by stopping times, or told themselves")
    func arrivals() throws {
        let departures = text([2, 5, 1, 64])
        var times = try TimingOffsets(unit: 60, departures: departures)
        #expect(times.departures == [0, 180, TimingText.noOffset, 3720])
        #expect(times.arrivals == times.departures)
        #expect(times.interpolated == [])
        times = try TimingOffsets(
            unit: 60, departures: departures, dwells: text([2, 3, 1, 1]),
            interpolated: text([1, 1, 1002, 1]))
        #expect((0..<5).map(times.arrival) == [0, 120, nil, nil, nil])
        #expect((0..<5).map(times.departure) == [0, 180, nil, 3720, nil])
        #expect((0..<5).map(times.interpolatedTime) == [nil, nil, 1000, nil, nil])
        // The same value again, with nothing left of what it was.
        let arrivals = text([2, 60_000, 7, 1])
        try departures.withUnsafeBytes { departures in
            try arrivals.withUnsafeBytes { arrivals in
                try times.decode(
                    unit: -1, departures: departures, dwells: nil, arrivals: arrivals,
                    interpolated: nil)
            }
        }
        #expect((0..<4).map(times.arrival) == [0, 59_998, 5, nil])
        #expect((0..<4).map(times.interpolatedTime) == [nil, nil, nil, nil])
        #expect(times.count == 4)
        try times.expect(4)
        #expect(throws: DamagedEncoding.self) { try times.expect(5) }
    }

    @Test(
        "An invalid list of times is refused",
        arguments: [
            ([0], 60), ([2], 0), ([2], 1_000_001), ([2], .min), ([2], .max), ([0x7F], 1_000_000),
            // UTF-8 that is cut off, goes on without a beginning, or is longer than it need be.
            ([2, 0xC2], 1), ([0xE1, 0x80], 1), ([0x80], 1), ([0xFF], 1), ([0xC1, 0xBF], 1),
            ([0xC2, 0x41], 1), ([0xE0, 0x9F, 0xBF], -1), ([0xF0, 0x8F, 0xBF, 0xBF], -1),
            // Surrogates, U+FFFE and what lies beyond U+10FFFF.
            ([0xED, 0xA0, 0x80], -1), ([0xEF, 0xBF, 0xBE], -1), ([0xF4, 0x90, 0x80, 0x80], -1),
            // U+E000 and U+10000 without a negative unit, and later than any time.
            ([0xEE, 0x80, 0x80], 1), ([0xF0, 0x90, 0x80, 0x80], 1),
            ([0xF4, 0x8F, 0xBF, 0xBF], -1), ([0xEE, 0x80, 0x80], -60),
        ] as [([UInt8], Int)])
    func damage(text: [UInt8], unit: Int) {
        #expect(throws: DamagedEncoding.self) { try offsets(text, unit: unit) }
    }

    @Test("Characters that are none, and lists of other lengths, are refused")
    func contradictions() throws {
        for scalar in [0, -1, .min, .max, 0xD800, 0xFFFF, 0x110000] {
            #expect(throws: DamagedEncoding.self) { try TimingText.offset(scalar, unit: -1) }
        }
        let (short, long) = (text([2]), text([2, 3]))
        for (dwells, arrivals, interpolated) in [
            (short, nil, nil), (nil, short, nil), (nil, nil, short), (long, long, nil),
            ([], nil, nil), (nil, [], nil),
        ] as [([UInt8]?, [UInt8]?, [UInt8]?)] {
            #expect(throws: DamagedEncoding.self) {
                try TimingOffsets(
                    unit: 1, departures: long, dwells: dwells, arrivals: arrivals,
                    interpolated: interpolated)
            }
        }
        let error = #expect(throws: DamagedEncoding.self) { try offsets([2, 3, 0], unit: 60) }
        #expect(error?.place == 2)
        #expect(error?.reason.hasPrefix("a list of times: ") == true)
    }

    @Test("Any bytes are times or refused")
    func anyBytes() {
        var generator = SeededGenerator(seed: 17)
        var read = 0
        for _ in 0..<20_000 {
            let lead = UInt8.random(in: 0xC0...0xF7, using: &generator)
            let others = (0..<3).map { _ in UInt8.random(in: 0x00...0xBF, using: &generator) }
            let unit = Int.random(in: -70...70, using: &generator)
            guard let offsets = try? offsets([lead] + others, unit: unit) else { continue }
            read += 1
            let isPossible = offsets.allSatisfy {
                $0 == TimingText.noOffset || 0...TimingText.longestSpan ~= Int($0)
            }
            #expect(isPossible)
        }
        #expect(read > 100)
    }
}
