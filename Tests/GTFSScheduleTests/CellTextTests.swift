import GTFSSchedule
import Testing

@Suite("Numbers, times, dates and colours in cells")
struct CellTextTests {
    @Test(
        "An integer is an optional sign and up to 18 digits",
        arguments: [
            ("0", 0), ("7", 7), ("-7", -7), ("+7", 7), ("007", 7), ("-0", 0),
            ("999999999999999999", 999_999_999_999_999_999),
            ("-999999999999999999", -999_999_999_999_999_999),
        ])
    func integers(text: String, value: Int) {
        #expect(withCell(text, CellText.integer) == value)
    }

    @Test(
        "Other texts are not integers, and none overflows",
        arguments: [
            "", "-", "+", "--1", "1.0", "1 ", " 1", "1e3", "0x1", "½", "１", "twelve",
            "1000000000000000000", "9223372036854775807", "9223372036854775808",
        ])
    func notIntegers(text: String) {
        #expect(withCell(text, CellText.integer) == nil)
    }

    @Test("Every integer reads as written")
    func integersRoundTrip() {
        var generator = RepeatableGenerator(seed: 1)
        for _ in 0..<10_000 {
            let digits = Int.random(in: 0...17, using: &generator)
            let bound = (0..<digits).reduce(9) { bound, _ in bound * 10 + 9 }
            let value = Int.random(in: -bound...bound, using: &generator)
            #expect(withCell(String(value), CellText.integer) == value)
        }
    }

    @Test(
        "A time has one to three digits of hours, and seconds or none",
        arguments: [
            ("0:00:00", 0), ("00:00:00", 0), ("7:05:09", 25_509), ("07:05:09", 25_509),
            ("23:59:59", 86_399), ("24:00:00", 86_400), ("25:35:00", 92_100),
            ("99:59:59", 359_999), ("100:00:00", 360_000), ("999:59:59", 3_599_999),
            ("7:05", 25_500), ("07:05", 25_500), ("107:05", 385_500),
        ])
    func times(text: String, seconds: Int) {
        #expect(withCell(text, CellText.seconds) == seconds)
    }

    @Test(
        "Other texts are not times",
        arguments: [
            "", ":", "7", "12:", ":30", "7:5", "7:5:09", "7:05:9", "07:60:00", "07:00:60",
            "1000:00:00", "07:00:00:00", "-1:00:00", "07:00:00 ", "07-00-00", "07:00:0a",
            "0a:00:00", "7:05pm", "070000", "07:000:0",
        ])
    func notTimes(text: String) {
        #expect(withCell(text, CellText.seconds) == nil)
    }

    @Test(
        "A date is eight digits that name a day",
        arguments: [("20260131", 2026_01_31), ("20240229", 2024_02_29), ("00000101", 101)])
    func dates(text: String, yyyymmdd: Int32) {
        #expect(withCell(text, CellText.date) == yyyymmdd)
    }

    @Test(
        "Other texts are not dates",
        arguments: [
            "", "2026013", "202601311", "2026-1-1", "20260132", "20260229", "20261301", "20260001",
            "20260100", "00000000", "99999999", "+2026010", "2026013a",
        ])
    func notDates(text: String) {
        #expect(withCell(text, CellText.date) == nil)
    }

    @Test(
        "A colour is six hexadecimal digits of either case",
        arguments: [
            ("000000", 0), ("FFFFFF", 0xFFFFFF), ("00a1Bc", 0x00A1BC), ("123456", 0x123456),
        ]
    )
    func colors(text: String, rgb: UInt32) {
        #expect(withCell(text, CellText.color) == rgb)
    }

    @Test(
        "Other texts are not colors",
        arguments: [
            "", "FFF", "#FFFFFF", "#FFFFF", "FFFFFG", "FFFFF`", "FFFFF@", "12345 ", "-12345",
        ]
    )
    func notColors(text: String) {
        #expect(withCell(text, CellText.color) == nil)
    }
}
