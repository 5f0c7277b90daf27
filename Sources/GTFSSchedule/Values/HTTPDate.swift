import Foundation

/// The dates of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that servers send today.
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    /// January 1, 1970 was a Thursday.
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// Since 1970; nil when the text has another form.
    package static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
            let month = months.firstIndex(of: words[2].capitalized), let year = Int(words[3]),
            let date = ServiceDate(year: year, month: month + 1, day: day)
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        // A leap second has the number 60.
        guard time.count == 3, 0..<24 ~= time[0], 0..<60 ~= time[1], 0...60 ~= time[2] else {
            return nil
        }
        return date.dayNumber * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
    }

    /// The seconds until the moment that a `Retry-After` names, as a number or as a date; nil for
    /// another text. A year is as good as never.
    package static func wait(_ text: String, from now: Int) -> Int? {
        guard let wait = Int(text) ?? seconds(text).map({ max(0, $0 - now) }), wait >= 0 else {
            return nil
        }
        return min(wait, 366 * 86_400)
    }

    /// Instants before 1970 give the text of its start.
    package static func text(_ instant: Int) -> String {
        let seconds = max(instant, 0)
        let date = ServiceDate(dayNumber: seconds / 86_400)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [seconds % 86_400 / 3600, seconds / 60 % 60, seconds % 60].map(two)
        let weekday = weekdays[seconds / 86_400 % 7]
        let day = "\(weekday), \(two(date.day)) \(months[date.month - 1]) \(date.year)"
        return "\(day) \(time.joined(separator: ":")) GMT"
    }
}
