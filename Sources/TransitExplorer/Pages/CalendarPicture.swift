import TransitModel
import WebPages

struct CalendarPicture {
    /// A month, counted from January of the year 0.
    typealias Month = Int

    private(set) var shown: Range<Month> = 0..<0
    private(set) var all: Range<Month> = 0..<0
    private var first = 0
    /// By day, from the first of the first month that is shown.
    private var counts: [(runs: Int, departures: Int)] = []

    typealias Runs = [ServiceID: (runs: Int, departures: Int)]

    static let most = 24

    /// - Parameter wanted: the first month; nil for the months around a day.
    init(
        _ services: [ServiceDescription], _ runs: Runs, from wanted: Month?,
        around today: ServiceDate
    ) {
        let running = services.filter {
            runs[ServiceID($0.serviceID)]?.runs ?? 0 > 0 && !$0.days.isEmpty
        }
        let spans = running.compactMap { service in
            service.firstDay.map {
                $0.dayNumber...($0.dayNumber + service.days.utf8.count - 1)
            }
        }
        guard let start = spans.map(\.lowerBound).min(), let end = spans.map(\.upperBound).max()
        else { return }
        all = Self.month(of: start)..<(Self.month(of: end) + 1)
        let usual = Self.month(of: today.dayNumber) - Self.most / 4
        let latest = max(all.upperBound - Self.most, all.lowerBound)
        let from =
            wanted.map { min(max($0, all.lowerBound), all.upperBound - 1) }
            ?? min(max(usual, all.lowerBound), latest)
        shown = from..<min(from + Self.most, all.upperBound)
        first = Self.days(of: from).lowerBound
        counts = Array(
            repeating: (0, 0), count: Self.days(of: shown.upperBound - 1).upperBound - first)
        for service in running { add(service, runs[ServiceID(service.serviceID)] ?? (0, 0)) }
        highest = counts.map(\.runs).max() ?? 0
        lowest = counts.map(\.runs).filter { $0 > 0 }.min() ?? 0
    }

    private mutating func add(_ service: ServiceDescription, _ count: (runs: Int, departures: Int))
    {
        guard let start = service.firstDay?.dayNumber else { return }
        for (offset, day) in service.days.utf8.enumerated() where day == UInt8(ascii: "1") {
            let place = start + offset - first
            guard counts.indices ~= place else { continue }
            counts[place].runs += count.runs
            counts[place].departures += count.departures
        }
    }

    func count(on date: ServiceDate) -> (runs: Int, departures: Int)? {
        let place = date.dayNumber - first
        return counts.indices ~= place ? counts[place] : nil
    }

    private var highest = 0
    private var lowest = 0

    // MARK: Months

    static func month(_ text: String) -> Month? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let year = Int(parts[0]), let month = Int(parts[1]),
            1900...2999 ~= year, 1...12 ~= month
        else { return nil }
        return year * 12 + month - 1
    }

    /// `2026-11`, as in addresses.
    static func field(_ month: Month) -> String {
        String(firstDay(of: month).dashed.prefix(7))
    }

    /// `Nov 2026`.
    static func name(_ month: Month, _ texts: ExplorerTexts) -> String {
        texts.monthOfYear(firstDay(of: month))
    }

    private static func month(of day: Int) -> Month {
        let number = Int(ServiceDate(dayNumber: day).yyyymmdd)
        return number / 10_000 * 12 + number / 100 % 100 - 1
    }

    private static func firstDay(of month: Month) -> ServiceDate {
        ServiceDate(year: month / 12, month: month % 12 + 1, day: 1) ?? .earliest
    }

    private static func days(of month: Month) -> Range<Int> {
        firstDay(of: month).dayNumber..<firstDay(of: month + 1).dayNumber
    }

    // MARK: The picture

    private static let cell = 9
    private static let left = 44
    private static let top = 12

    func picture(_ texts: ExplorerTexts, weekdays: [String], today: ServiceDate) -> HTML {
        let width = Self.left + 37 * Self.cell
        let height = Self.top + shown.count * Self.cell
        var parts = HTML()
        for column in 0..<37 where weekdays.count == 7 {
            parts += """
                <text x="\(Self.left + column * Self.cell + Self.cell / 2)" y="8" font-size="6" \
                text-anchor="middle">\(weekdays[column % 7])</text>
                """
        }
        for (row, month) in shown.enumerated() {
            let y = Self.top + row * Self.cell
            parts +=
                "<text x=\"0\" y=\"\(y + 7)\" font-size=\"8\">\(Self.name(month, texts))</text>"
            let days = Self.days(of: month)
            let weekday = ((days.lowerBound + 3) % 7 + 7) % 7
            for day in days {
                let x = Self.left + (weekday + day - days.lowerBound) * Self.cell
                parts += cell(ServiceDate(dayNumber: day), x: x, y: y, texts: texts, today: today)
            }
        }
        let label = texts(
            "feed.calendar.picture",
            [
                "first": Self.name(shown.lowerBound, texts),
                "last": Self.name(shown.upperBound - 1, texts),
            ])
        return """
            <svg class="picture" viewBox="0 0 \(width) \(height)" width="\(width * 2)" \
            height="\(height * 2)" role="img" aria-label="\(label)">\(parts)</svg>
            """
    }

    private func cell(
        _ date: ServiceDate, x: Int, y: Int, texts: ExplorerTexts, today: ServiceDate
    ) -> HTML {
        let count = count(on: date) ?? (0, 0)
        let size = Self.cell - 1
        let edge: HTML =
            date == today ? " stroke=\"currentColor\" stroke-width=\"1.5\"" : HTML()
        return """
            <rect class="level\(level(count.runs))" x="\(x)" y="\(y)" width="\(size)" height="\(size)" \
            rx="1"\(edge)><title>\(texts.dayOfYear(date)): \(texts("feed.runs", count: count.runs)), \
            \(texts("feed.departures", count: count.departures))</title>\
            </rect>
            """
    }

    /// From 0, no run, to 4: four equal parts of what lies between the quietest and the busiest
    /// day. Where all days are equal, all are 4.
    func level(_ runs: Int) -> Int {
        guard runs > 0 else { return 0 }
        return highest == lowest ? 4 : min(4, (runs - lowest) * 4 / (highest - lowest) + 1)
    }

    func legend(_ texts: ExplorerTexts) -> HTML {
        var spans: [Int: ClosedRange<Int>] = [:]
        for runs in counts.map(\.runs) {
            let span = spans[level(runs)] ?? runs...runs
            spans[level(runs)] = min(span.lowerBound, runs)...max(span.upperBound, runs)
        }
        let items = spans.sorted { $0.key < $1.key }.map { level, span -> HTML in
            let ends = [span.lowerBound, span.upperBound].map(Figures.grouped)
            let words = ends[0] == ends[1] ? ends[0] : ends.joined(separator: "–")
            return """
                <li><svg width="12" height="12" aria-hidden="true"><rect class="level\(level)" \
                width="12" height="12" rx="2"/></svg> \(words)</li>
                """
        }
        return "<ul id=\"levels\" class=\"chips quiet\">\(items)</ul>"
    }

    // MARK: The table

    func table(_ texts: ExplorerTexts) -> HTML {
        let rows = shown.map { month -> HTML in
            let counts = Self.days(of: month).map { self.counts[$0 - first] }
            let days = counts.map(\.runs)
            let most = days.max() ?? 0
            let busiest = days.firstIndex(of: most).map { Self.days(of: month).lowerBound + $0 }
            return """
                <tr><th scope="row"><time datetime="\(Self.field(month))">\(Self.name(month, texts))</time></th>
                \(Pieces.number(days.count { $0 > 0 }))
                \(Pieces.number(days.reduce(0, +)))
                \(Pieces.number(counts.reduce(0) { $0 + $1.departures }))
                \(Pieces.number(most))
                <td>\(Figures.time(
                    most > 0 ? busiest.map(ServiceDate.init(dayNumber:)) : nil, texts))</td></tr>
                """
        }
        return texts.table(
            "months", caption: "feed.months.caption",
            columns: [
                "feed.months.month", "#feed.months.days", "#feed.months.runs",
                "#feed.months.departures", "#feed.months.most", "feed.months.busiest",
            ], rows: rows)
    }
}
