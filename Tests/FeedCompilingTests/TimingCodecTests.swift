import FeedCompiling
import GRDB
import Testing

@Suite("Times as characters")
struct TimingCodecTests {
    @Test("Codes become the UTF-8 of characters that SQLite keeps, each its own")
    func characters() throws {
        var last = 0
        for code in 1...TimingCodec.largestCode {
            let scalar = TimingCodec.scalar(code)
            let isKept =
                scalar > last && !(0xD800...0xDFFF ~= scalar) && scalar != 0xFFFE
                && scalar != 0xFFFF && scalar <= 0x10FFFF
            guard isKept, TimingCodec.code(scalar) == code else {
                Issue.record("code \(code) becomes \(scalar)")
                return
            }
            last = scalar
        }
        #expect(last == 0x10FFFF)
        var text: [UInt8] = []
        let codes = [1, 2, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xF7FD, 0xF7FE, 0xF800]
        for code in codes { TimingCodec.append(code, to: &text) }
        TimingCodec.append(TimingCodec.largestCode, to: &text)
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.map { Int($0.value) }
        #expect(scalars == (codes + [TimingCodec.largestCode]).map(TimingCodec.scalar))
    }

    @Test("Plain SQL reads every offset from 0 to 172,800, and on to the longest span")
    func everyOffset() throws {
        let offsets = Array(0...172_800) + Array(stride(from: 172_801, through: 1_000_000, by: 7))
        try DatabaseQueue().write { db in
            try db.execute(sql: "CREATE TABLE timing (seconds INTEGER, departures TEXT)")
            let insert = try db.makeStatement(sql: "INSERT INTO timing VALUES (?, ?)")
            for offset in offsets {
                // Between two others, as in a trip.
                var text: [UInt8] = []
                for code in [2, offset + 2, TimingCodec.untimed] {
                    TimingCodec.append(code, to: &text)
                }
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
}
