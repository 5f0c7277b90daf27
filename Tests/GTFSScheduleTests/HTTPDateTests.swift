import GTFSSchedule
import Testing

@Suite("Dates of HTTP")
struct HTTPDateTests {
    @Test(
        "One form is read and written",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 32 Jan 1970 00:00:00 GMT", nil), ("Thu, 01 Jan 1970 25:00:00 GMT", nil),
            ("Thu, 01 Jan 1970 00:00:00 CET", nil), ("soon", nil), ("", nil),
            ("Thu, 01 Jan 99999 00:00:00 GMT", nil),
        ])
    func dates(text: String, seconds: Int?) {
        #expect(HTTPDate.seconds(text) == seconds)
        if let seconds { #expect(HTTPDate.text(seconds) == text) }
    }

    @Test(
        "A Retry-After is a number of seconds or a date, and at most a year",
        arguments: [
            ("7", 7), ("0", 0), ("-1", nil), ("99999999999", 366 * 86_400),
            ("Thu, 01 Jan 1970 00:01:00 GMT", 20), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("soon", nil),
        ])
    func waits(text: String, seconds: Int?) {
        #expect(HTTPDate.wait(text, from: 40) == seconds)
    }
}
