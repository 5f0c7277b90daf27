package import FeedReading
package import GTFSSchedule

/// A day as a person wrote it: `20261121`, or one that moves with today, such as `today`, `+60d`,
/// `-7d`.
package enum WrittenDay: Hashable, Sendable {
    case date(ServiceDate)
    case offset(Int)

    /// Ten years: anything farther away is a typo.
    private static let longestOffset = 3660

    package init(text: String) throws(UnusableValue) {
        if text.lowercased() == "today" {
            self = .offset(0)
        } else if let sign = text.first, sign == "+" || sign == "-", text.last == "d" {
            guard let days = Int(text.dropLast()), abs(days) <= Self.longestOffset else {
                throw UnusableValue("expected at most \(Self.longestOffset) days from today")
            }
            self = .offset(days)
        } else {
            guard text.utf8.count == 8, let number = Int32(text),
                let date = ServiceDate(yyyymmdd: number)
            else { throw UnusableValue("expected a day as YYYYMMDD, today, +60d or -7d") }
            self = .date(date)
        }
    }

    package func date(today: ServiceDate) -> ServiceDate {
        switch self {
        case .date(let date): date
        case .offset(let days): ServiceDate(dayNumber: today.dayNumber + days)
        }
    }
}
