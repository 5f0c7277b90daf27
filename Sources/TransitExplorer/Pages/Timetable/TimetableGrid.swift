import GTFSSchedule
import TransitAPI
import TransitModel
import WebPages

/// A timetable as a grid: stops in rows and trips in columns, as in print, or turned when that is
/// narrower.
@available(iOS 17, macOS 14, *)
struct TimetableGrid {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let timetable: TimetableDTO
    private let route: String
    private let feed: FeedDTO
    private let marks: TimetableMarks
    /// Whether a row is a trip.
    private let isTurned: Bool
    /// Which trips are shown.
    private let part: Range<Int>

    /// More trips than these are split over several pages.
    private static let mostTrips = 150
    /// Up to this many trips are side by side even when there are fewer stops.
    private static let fewTrips = 24

    init(_ context: ExplorerContext, timetable: TimetableDTO, route: String, feed: FeedDTO) {
        self.context = context
        texts = context.texts
        self.timetable = timetable
        self.route = route
        self.feed = feed
        let trips = timetable.rows.count
        let page = max(Int(context.target.value("page") ?? "") ?? 1, 1)
        let start = min(page - 1, max(trips - 1, 0) / Self.mostTrips) * Self.mostTrips
        part = start..<min(start + Self.mostTrips, trips)
        switch context.target.value("layout") {
        case "trips": isTurned = true
        case "stops": isTurned = false
        default:
            // A column of stops is twice as wide as one of trips: names are longer than times.
            isTurned = trips > Self.fewTrips && trips > 2 * timetable.columns.count
        }
        marks = TimetableMarks(context.texts, timetable.rows[part])
    }

    /// The grid, the meaning of its marks, and links to the rest of it.
    func html(_ title: HTML, _ name: String) -> HTML {
        let days = [feed.days.start, feed.days.end].map {
            $0.map { texts.day($0, today: nil) } ?? "…"
        }
        let valid = texts("timetable.valid", ["first": days[0], "last": days[1]])
        let other = isTurned ? "stops" : "trips"
        return """
            \(pages)
            <div class="scroll" role="region" tabindex="0" aria-labelledby="grid-caption">
            <table id="grid" class="grid\(isTurned ? " turned" : "")">
            <caption id="grid-caption">\(context.name(name)), \(title). \(valid) \
            \(texts(isTurned ? "timetable.turned" : "timetable.upright"))</caption>
            \(isTurned ? turned : upright)
            </table></div>
            <p class="noprint"><a href="\(address([("layout", other)]))">\(texts("timetable.layout.\(other)"))</a></p>
            \(marks.legend)
            """
    }

    private func address(_ query: [(String, String?)]) -> String {
        let direction = timetable.directionID.map { "\($0)" } ?? "none"
        return context.links.page(
            "routes", route, "timetable",
            query: [("date", timetable.date.dashed), ("direction", direction)] + query)
    }

    private var pages: HTML? {
        let total = timetable.rows.count
        guard part.count < total else { return nil }
        func page(_ start: Int) -> String? {
            guard 0..<total ~= start else { return nil }
            return address([
                ("page", "\(start / Self.mostTrips + 1)"),
                ("layout", context.target.value("layout")),
            ])
        }
        let shown = [
            "first": "\(part.lowerBound + 1)", "last": "\(part.upperBound)", "n": "\(total)",
        ]
        return """
            <p id="grid-part">\(texts("timetable.part", shown))</p>
            \(Pieces.pages(
                texts("pages.label"),
                [
                    (texts("board.earlier"), page(part.lowerBound - Self.mostTrips), "prev"),
                    (texts("board.later"), page(part.upperBound), "next"),
                ]))
            """
    }

    // MARK: Both ways

    private var upright: HTML {
        let trips = part.map { "<th scope=\"col\">\(trip($0))</th>" as HTML }
        let rows = timetable.columns.indices.map { column -> HTML in
            let cells = part.map { marks.cell(self.cells(of: $0)[column]) }
            return """
                <tr><th scope="row">\(context.link(timetable.columns[column]))</th>\(cells)</tr>

                """
        }
        return """
            <thead><tr><th scope="col">\(texts("timetable.stop"))</th>\(trips)</tr></thead>
            <tbody>\(rows)</tbody>
            """
    }

    private var turned: HTML {
        let stops = timetable.columns.map { "<th scope=\"col\">\(context.link($0))</th>" as HTML }
        let rows = part.map { index -> HTML in
            let cells = self.cells(of: index).map(marks.cell)
            return "<tr><th scope=\"row\">\(trip(index))</th>\(cells)</tr>\n"
        }
        return """
            <thead><tr><th scope="col">\(texts("timetable.trip"))</th>\(stops)</tr></thead>
            <tbody>\(rows)</tbody>
            """
    }

    /// One cell for each stop.
    private func cells(of index: Int) -> [Timetable.Cell?] {
        let cells = timetable.rows[index].cells
        let missing = max(0, timetable.columns.count - cells.count)
        return Array(
            (cells + [Timetable.Cell?](repeating: nil, count: missing))
                .prefix(timetable.columns.count))
    }

    /// The number of a trip, which links to its page, its destination, and how often it runs.
    private func trip(_ index: Int) -> HTML {
        let row = timetable.rows[index]
        let address = context.links.trip(
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

/// The marks of a timetable, and their meaning: only those in use are explained.
@available(iOS 17, macOS 14, *)
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
        used = Set(rows.flatMap { $0.cells.compactMap { $0 }.flatMap(Self.marks) })
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

    /// A cell: when the trip leaves, or arrives if it does not leave.
    func cell(_ cell: Timetable.Cell?) -> HTML {
        guard let cell else { return "<td></td>" }
        let marks = Self.marks(cell)
        guard let time = Self.time(cell) else { return "<td>·</td>" }
        let text = String(time.timeOfDay.description.prefix(5))
        let about: HTML? = marks.contains("≈") ? "≈" : nil
        let day: HTML? =
            time.dayOffset == 0
            ? nil : "<sup>\(time.dayOffset > 0 ? "+" : "")\(time.dayOffset)</sup>"
        let letters = marks.filter { ["a", "b", "r"].contains($0) }.map { "<i>\($0)</i>" as HTML }
        return "<td>\(about)\(text)\(day)\(letters)</td>"
    }

    private static func time(_ cell: Timetable.Cell) -> ServiceTime? {
        cell.departure ?? cell.arrival
    }

    private static func marks(_ cell: Timetable.Cell) -> [String] {
        guard let time = time(cell) else { return ["·"] }
        var marks: [String] = []
        if cell.isInterpolated { marks.append("≈") }
        if time.dayOffset != 0 { marks.append("+1") }
        if cell.pickup == .notAvailable { marks.append("a") }
        if cell.dropOff == .notAvailable { marks.append("b") }
        if 2...3 ~= cell.pickup.code || 2...3 ~= cell.dropOff.code { marks.append("r") }
        return marks
    }

    /// The meaning of the marks.
    var legend: HTML? {
        let destinations = headsigns.enumerated().map { index, headsign in
            (Self.letter(index), "\(texts("route.towards")) <bdi>\(headsign)</bdi>" as HTML)
        }
        let keys = [
            ("≈", "about"), ("+1", "next"), ("a", "alight"), ("b", "board"), ("r", "request"),
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
