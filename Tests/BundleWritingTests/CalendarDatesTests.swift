import BundleWriting
import TestSupport
import Testing

@Suite("Rows of calendar_dates.txt")
struct CalendarDatesTests {
    @Test("Of the rows of a day the first stays, whatever its code")
    func repeatedDays() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # calendar_dates.txt
                service_id,date,exception_type
                WD,20260301,3
                WD,20260301,3
                WD,20260302,2
                WD,20260302,1
                WD,20260303,4
                WD,20260303,2
                WD,20260304,2
                WD,20260304,3
                """))
        #expect(
            try bundle.lines("SELECT date, exception_type FROM calendar_dates")
                == ["20260301|3", "20260302|2", "20260303|4", "20260304|2"])
        #expect(bundle.summary.rejectedRows == 4)
        // The first of March 2026 is a Sunday, the third a Tuesday.
        #expect(
            try bundle.lines(
                "SELECT date FROM service_dates WHERE date BETWEEN 20260301 AND 20260305")
                == ["20260303", "20260305"])
    }
}
