import GTFSSchedule
import Testing

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        "RFC 3339, of UTC with a Z, of other clocks with their offset",
        arguments: [
            (0, nil, "1970-01-01T00:00:00Z"),
            (1_795_298_399, nil, "2026-11-21T21:59:59Z"),
            (1_795_298_399, 0, "2026-11-21T21:59:59+00:00"),
            (1_795_298_399, 39_600, "2026-11-22T08:59:59+11:00"),
            (1_795_298_399, -12_600, "2026-11-21T18:29:59-03:30"),
            (-1, nil, "1969-12-31T23:59:59Z"), (-86_400, nil, "1969-12-31T00:00:00Z"),
            (-30_610_224_000, nil, "1000-01-01T00:00:00Z"),
            (-30_610_224_001, nil, "0999-12-31T23:59:59Z"),
        ] as [(Int, Int?, String)])
    func text(seconds: Int, offset: Int?, expected: String) {
        #expect(Timestamp.text(seconds, offset: offset) == expected)
    }
}
