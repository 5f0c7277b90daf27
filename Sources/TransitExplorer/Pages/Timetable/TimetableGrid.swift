import GTFSSchedule
import TransitModel
import WebPages

/// A timetable as grids: stops in rows and trips in columns, as in print. Side by side are no more
/// trips than a laptop shows, or a sheet across; the next ones follow below.
struct TimetableGrid: PagePart {
    let context: ExplorerContext
    private let timetable: Timetable
    private let route: String
    private let validity: FeedValidity
    private let marks: TimetableMarks
    private let part: Range<Int>

    private static let mostTrips = 200
    private static let mostColumns = 18

    init(
        _ context: ExplorerContext, timetable: Timetable, route: String, validity: FeedValidity
    ) {
        self.context = context
        self.timetable = timetable
        self.route = route
        self.validity = validity
        let trips = timetable.rows.count
        let page = max(Int(context.target.value("page") ?? "") ?? 1, 1)
        let start = min(page - 1, max(trips - 1, 0) / Self.mostTrips) * Self.mostTrips
        part = start..<min(start + Self.mostTrips, trips)
        marks = TimetableMarks(context.texts, timetable.rows[part])
    }

    func html(_ title: HTML, _ name: String) -> HTML {
        let days = [validity.start, validity.end].map {
            $0.map { texts.day($0, today: nil) } ?? "…"
        }
        let valid = texts("timetable.valid", ["first": days[0], "last": days[1]])
        let grids = stride(from: part.lowerBound, to: part.upperBound, by: Self.mostColumns).map {
            grid($0..<min($0 + Self.mostColumns, part.upperBound))
        }
        return """
            <p id="grid-caption" class="quiet">\(context.name(name)), \(title). \(valid)</p>
            \(pages)
            \(grids)
            \(marks.legend)
            """
    }

    private func address(_ query: [(String, String?)]) -> String {
        let direction = timetable.directionID.map { "\($0)" } ?? "none"
        return links.page(
            "routes", route, "timetable",
            query: [("date", timetable.date.dashed), ("direction", direction)] + query)
    }

    private var pages: HTML? {
        let total = timetable.rows.count
        guard part.count < total else { return nil }
        func page(_ start: Int) -> String? {
            guard 0..<total ~= start else { return nil }
            return address([("page", "\(start / Self.mostTrips + 1)")])
        }
        return """
            <p id="grid-part">\(texts("timetable.part", numbers(part)))</p>
            \(Pieces.pages(
                texts("pages.label"),
                [
                    (texts("board.earlier"), page(part.lowerBound - Self.mostTrips), "prev"),
                    (texts("board.later"), page(part.upperBound), "next"),
                ]))
            """
    }

    private func numbers(_ trips: Range<Int>) -> [String: String] {
        [
            "first": Figures.grouped(trips.lowerBound + 1),
            "last": Figures.grouped(trips.upperBound), "n": Figures.grouped(timetable.rows.count),
        ]
    }

    // MARK: A grid

    private func grid(_ trips: Range<Int>) -> HTML {
        let heads = trips.map { "<th scope=\"col\">\(trip($0))</th>" as HTML }
        let cells = trips.map { marks.cells(timetable.rows[$0], count: timetable.columns.count) }
        let rows = timetable.columns.indices.map { column -> HTML in
            """
            <tr><th scope="row">\(context.link(timetable.columns[column].stop))</th>\
            \(cells.map { $0[column] })</tr>

            """
        }
        let number = (trips.lowerBound - part.lowerBound) / Self.mostColumns
        let id = number == 0 ? "grid" : "grid-\(number + 1)"
        let isWhole = trips.count == timetable.rows.count
        return """
            <div class="scroll" role="region" tabindex="0" aria-labelledby="\(id)-trips">
            <table id="\(id)" class="grid">
            <caption id="\(id)-trips"\(isWhole ? " class=\"unseen\"" : nil)>\
            \(texts("timetable.part", numbers(trips)))</caption>
            <thead><tr><th scope="col">\(texts("timetable.stop"))</th>\(heads)</tr></thead>
            <tbody>\(rows)</tbody>
            </table></div>

            """
    }

    private func trip(_ index: Int) -> HTML {
        let row = timetable.rows[index]
        let address = links.trip(
            row.tripID, date: timetable.date, start: row.headwaySecs == nil ? nil : row.startTime)
        let every = row.headwaySecs.flatMap { seconds -> HTML? in
            guard row.exactTimes != 1 else { return nil }
            let text = texts.frequency(seconds: seconds, isExact: false, until: row.endTime)
            return " <span class=\"quiet\">\(text)</span>"
        }
        let number: HTML = "<span class=\"unseen\">\(texts("timetable.trip")) </span>\(index + 1)"
        let letter = marks.letter(of: row.headsign).map { " <b>\($0)</b>" as HTML }
        return "<a href=\"\(address)\">\(number)</a>\(letter)\(every)"
    }
}

struct TimetableMarks {
    private let texts: ExplorerTexts
    /// The destinations, by index of their letters; a single destination needs no letter.
    private let headsigns: [String]
    private let used: Set<String>

    init(_ texts: ExplorerTexts, _ rows: ArraySlice<Timetable.Row>) {
        self.texts = texts
        var headsigns: [String] = []
        for headsign in rows.compactMap(\.headsign) where !headsigns.contains(headsign) {
            headsigns.append(headsign)
        }
        self.headsigns = headsigns.count > 1 ? headsigns : []
        used = Set(rows.flatMap { Self.marked($0).compactMap { $0 }.flatMap(\.marks) })
    }

    /// `A` for the first destination, `AA` after `Z`.
    func letter(of headsign: String?) -> String? {
        guard let headsign, let index = headsigns.firstIndex(of: headsign) else { return nil }
        return Self.letter(index)
    }

    private static func letter(_ index: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return (index < 26 ? "" : letter(index / 26 - 1)) + String(letters[index % 26])
    }

    func cells(_ row: Timetable.Row, count: Int) -> [HTML] {
        let cells = Self.marked(row)
        return (0..<count).map { column in
            guard cells.indices ~= column, let (cell, marks) = cells[column] else {
                return "<td></td>"
            }
            return html(cell, marks)
        }
    }

    private func html(_ cell: Timetable.Cell, _ marks: [String]) -> HTML {
        guard let time = Self.time(cell) else { return "<td>·</td>" }
        let text = String(time.timeOfDay.description.prefix(5))
        let about: HTML? = marks.contains("≈") ? "≈" : nil
        let day =
            time.dayOffset == 0 ? [] : ["\(time.dayOffset > 0 ? "+" : "")\(time.dayOffset)"]
        let notes = day + marks.filter { ["a", "b", "p", "r"].contains($0) }
        let raised: HTML? =
            notes.isEmpty ? nil : "<sup>\(notes.joined(separator: "\u{202F}"))</sup>"
        return "<td>\(about)\(text)\(raised)</td>"
    }

    /// The cells of a trip with their marks. That one only boards where a trip begins, and only
    /// alights where it ends, goes without saying.
    private static func marked(
        _ row: Timetable.Row
    ) -> [(cell: Timetable.Cell, marks: [String])?] {
        let first = row.cells.firstIndex { $0 != nil }
        let last = row.cells.lastIndex { $0 != nil }
        return row.cells.enumerated().map { column, cell in
            cell.map { cell in
                let plain = column == first ? "b" : column == last ? "a" : ""
                return (cell, marks(cell).filter { $0 != plain })
            }
        }
    }

    private static func time(_ cell: Timetable.Cell) -> ServiceTime? {
        cell.departure ?? cell.arrival
    }

    private static func marks(_ cell: Timetable.Cell) -> [String] {
        guard let time = time(cell) else { return ["·"] }
        var marks: [String] = []
        if cell.isInterpolated { marks.append("≈") }
        if time.dayOffset != 0 { marks.append("+1") }
        if cell.isPassing {
            marks.append("p")
        } else if cell.pickup == .notAvailable {
            marks.append("a")
        } else if cell.dropOff == .notAvailable {
            marks.append("b")
        }
        if 2...3 ~= cell.pickup.code || 2...3 ~= cell.dropOff.code { marks.append("r") }
        return marks
    }

    var legend: HTML? {
        let destinations = headsigns.enumerated().map { index, headsign in
            (Self.letter(index), "\(texts("route.towards")) <bdi>\(headsign)</bdi>" as HTML)
        }
        let keys = [
            ("≈", "about"), ("+1", "next"), ("a", "alight"), ("b", "board"), ("p", "pass"),
            ("r", "request"),
            ("·", "blank"),
        ]
        let marks = keys.filter { used.contains($0.0) }.map {
            ($0.0, "\(texts("timetable.mark.\($0.1)"))" as HTML)
        }
        let items = (destinations + marks).map { mark, text -> HTML in
            "<dt>\(mark)</dt><dd>\(text)</dd>"
        }
        return items.isEmpty ? nil : "<dl id=\"legend\" class=\"pairs quiet\">\(items)</dl>"
    }
}
