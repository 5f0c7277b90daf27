import TransitAPI
import TransitBundle
import TransitModel
import WebPages

struct OpeningDay {
    let date: ServiceDate
    /// The day, if it is not today; empty when it is today.
    let words: String
    let instant: String?

    var note: HTML? { words.isEmpty ? nil : "<p id=\"opened\" class=\"note\">\(words)</p>" }
}

extension ExplorerContext {
    func openingDay() async throws -> OpeningDay {
        let today = today
        guard let last = shown.description.validity.lastServiceDay, today > last,
            let usual = try await shown.bundle.lastUsualDay()
        else { return OpeningDay(date: today, words: "", instant: nil) }
        let days = [
            "last": texts.dayOfYear(last), "day": texts.day(usual, today: nil),
        ]
        let now = LocalInstant(usedNow, in: shown.description.timeZone)
        return OpeningDay(
            date: usual, words: texts("note.opened", days),
            instant: "\(usual.dashed)T\(now.clock)")
    }

    func askedDay() throws -> ServiceDate? {
        guard let text = target.value("date") else { return nil }
        let digits = text.filter { $0 != "-" }
        guard digits.count == 8, let number = Int32(digits),
            let date = ServiceDate(yyyymmdd: number)
        else {
            throw APIFailure(.badValue, field: "date", "date must be a day such as 2026-11-23.")
        }
        return date
    }

    func askedMonth() throws -> CalendarPicture.Month? {
        guard let text = target.value("from") else { return nil }
        guard let month = CalendarPicture.month(text) else {
            throw APIFailure(.badValue, field: "from", "from must be a month such as 2026-11.")
        }
        return month
    }
}
