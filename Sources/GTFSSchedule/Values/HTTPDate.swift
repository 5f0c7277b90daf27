/// The dates of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers send today.
package enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Seconds since 1970; nil when the text has another form.
    package static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
            let month = months.firstIndex(of: words[2].lowercased()), let year = Int(words[3]),
            let date = ServiceDate(year: year, month: month + 1, day: day)
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        // A leap second has the number 60.
        guard time.count == 3, 0..<24 ~= time[0], 0..<60 ~= time[1], 0...60 ~= time[2] else {
            return nil
        }
        return date.dayNumber * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
    }
}
