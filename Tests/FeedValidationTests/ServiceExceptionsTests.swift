import FeedValidation
import Testing

@Suite struct ServiceExceptionsTests {
    private static func days(
        _ rows: [(service: Int, day: Int, isAdded: Bool)]
    ) -> [Int: ServiceExceptions.Days] {
        var exceptions = ServiceExceptions()
        for row in rows { exceptions.append(row.service, day: row.day, isAdded: row.isAdded) }
        var days: [Int: ServiceExceptions.Days] = [:]
        exceptions.forEachService { days[$0] = $1 }
        return days
    }

    @Test func daysAreInOrderAndThereOnce() {
        let days = Self.days([
            (7, 30, true), (2, 11, false), (7, 10, true), (2, 12, false), (7, 30, true),
            (7, 20, false),
        ])
        #expect(
            days == [
                2: ServiceExceptions.Days(removed: [11, 12]),
                7: ServiceExceptions.Days(added: [10, 30], removed: [20]),
            ])
    }

    @Test func theLastWordOnADayCounts() {
        let days = Self.days([(1, 5, true), (1, 5, false), (1, 6, false), (1, 6, true)])
        #expect(days == [1: ServiceExceptions.Days(added: [6], removed: [5])])
    }

    @Test func thereMayBeNone() {
        #expect(Self.days([]).isEmpty)
    }
}
