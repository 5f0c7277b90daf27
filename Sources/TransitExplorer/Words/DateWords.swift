import Foundation
import GTFSSchedule

/// The names of days and months in a language, and its decimal separator, from the system's data.
struct DateWords: Sendable {
    /// The first letters of the days of the week, Monday first.
    let initials: [String]
    let point: String
    private let weekdays: [String]
    private let shortWeekdays: [String]
    private let months: [String]
    private let shortMonths: [String]

    private init(_ language: String) {
        let locale = Locale(identifier: language)
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        func fromMonday(_ names: [String]) -> [String] {
            Array(names.dropFirst() + names.prefix(1))
        }
        initials = fromMonday(calendar.veryShortStandaloneWeekdaySymbols)
        weekdays = fromMonday(calendar.standaloneWeekdaySymbols)
        shortWeekdays = fromMonday(calendar.shortStandaloneWeekdaySymbols)
        months = calendar.monthSymbols
        shortMonths = calendar.shortMonthSymbols
        point = locale.decimalSeparator ?? "."
    }

    /// Looking the names up takes longer than a page.
    private static let every = Dictionary(
        uniqueKeysWithValues: ExplorerTexts.languages.map { ($0, DateWords($0)) })

    static func of(_ language: String) -> DateWords { every[language] ?? DateWords(language) }

    func weekday(_ date: ServiceDate) -> String { weekdays[date.weekday.rawValue - 1] }
    func shortWeekday(_ date: ServiceDate) -> String { shortWeekdays[date.weekday.rawValue - 1] }
    func month(_ date: ServiceDate) -> String { months[date.month - 1] }
    func shortMonth(_ date: ServiceDate) -> String { shortMonths[date.month - 1] }
}
