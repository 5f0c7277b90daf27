import Foundation
import Testing
import TransitModel

@Suite("An instant with the offset of a clock")
struct LocalInstantTests {
    private let sydney = NamedTimeZone("Australia/Sydney")?.timeZone ?? .gmt

    @Test("Its text has the offset of the zone at that time, and its date has none")
    func text() {
        let date = Date(timeIntervalSince1970: 1_795_379_400.75)
        let instant = LocalInstant(date, in: sydney)
        #expect(instant.description == "2026-11-23T07:30:00+11:00")
        #expect(instant.date == Date(timeIntervalSince1970: 1_795_379_400))
        #expect(instant.converted(to: .gmt).description == "2026-11-22T20:30:00+00:00")
        #expect(instant.localDate == ServiceDate(yyyymmdd: 20_261_123))
        #expect(instant.converted(to: .gmt).localDate == ServiceDate(yyyymmdd: 20_261_122))
    }

    @Test("The order is that of instants, and agrees with equality")
    func order() {
        let early = LocalInstant(seconds: 60, offsetSeconds: 3600)
        let late = LocalInstant(seconds: 61, offsetSeconds: 0)
        let elsewhere = LocalInstant(seconds: 60, offsetSeconds: 7200)
        #expect([late, elsewhere, early].sorted() == [early, elsewhere, late])
        #expect(early != elsewhere)
    }

    @Test(
        "What RFC 3339 cannot express counts as the nearest that it can",
        arguments: [
            (-Double.infinity, "0000-01-01T00:00:00+00:00"),
            (.nan, "0000-01-01T00:00:00+00:00"), (1e300, "9999-12-31T23:59:59+00:00"),
        ])
    func bounds(seconds: Double, text: String) {
        let instant = LocalInstant(Date(timeIntervalSince1970: seconds), in: .gmt)
        #expect(instant.description == text)
        #expect(LocalInstant(seconds: .max, offsetSeconds: 45_299).offsetSeconds == 45_240)
        #expect(
            LocalInstant(seconds: .max, offsetSeconds: 45_299).description
                == "9999-12-31T23:59:59+12:34")
    }

    @Test("An instant that an app stored decodes within the bounds, whatever was written")
    func decoded() throws {
        let instant = LocalInstant(seconds: 1_795_379_400, offsetSeconds: 39_600)
        let json = try JSONEncoder().encode(instant)
        #expect(try JSONDecoder().decode(LocalInstant.self, from: json) == instant)
        let broken = Data(
            #"{"seconds":9223372036854775807,"offsetSeconds":-9223372036854775808}"#.utf8)
        let read = try JSONDecoder().decode(LocalInstant.self, from: broken)
        #expect(read.description == "9999-12-31T23:59:59-23:59")
    }

    @Test("The memory agrees with a zone that changes its clock at a minute past midnight")
    func memoryOfMinutes() throws {
        let zone = try #require(NamedTimeZone("America/St_Johns")).timeZone
        var memory = OffsetMemory()
        // 2010-03-14 03:31:00 UTC.
        for step in [0, 40, 3, 60, 59, 58, 61, 0, 1, 2, 30, 29, 32, 31] {
            let seconds = 1_268_537_460 - 1800 + step * 60
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(memory.instant(seconds, in: zone) == LocalInstant(date, in: zone), "\(step)")
        }
    }

    @Test(
        "The memory of offsets agrees with the zone, in any order of instants and zones",
        arguments: [
            "Australia/Sydney", "Australia/Lord_Howe", "America/New_York", "Asia/Kathmandu",
        ])
    func memory(name: String) throws {
        let zone = try #require(NamedTimeZone(name)).timeZone
        var memory = OffsetMemory()
        // From the day before New Zealand, Australia and America change their clocks in 2026.
        for start in [1_772_900_000, 1_775_200_000, 1_791_000_000, 1_793_400_000] {
            for step in 0..<400 {
                let seconds = start + step * 7919 % 400 * 900
                let date = Date(timeIntervalSince1970: Double(seconds))
                #expect(memory.instant(seconds, in: zone) == LocalInstant(date, in: zone))
                if step % 50 == 0 {
                    #expect(memory.instant(seconds, in: .gmt) == LocalInstant(date, in: .gmt))
                }
            }
        }
    }
}
