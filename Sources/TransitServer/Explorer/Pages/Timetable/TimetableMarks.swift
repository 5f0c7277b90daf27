import GTFSSchedule
import TransitAPI
import TransitModel
import WebPages

/// The marks of a timetable, and their meaning: only those in use are explained.
@available(iOS 17, macOS 14, *)
struct TimetableMarks {
    private let texts: ExplorerTexts
    /// The destinations, by index of their letters; a single destination needs no letter.
    private let headsigns: [String]
    private let used: Set<String>

    init(_ texts: ExplorerTexts, _ rows: ArraySlice<TimetableRowDTO>) {
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
    func cell(_ cell: TimetableCellDTO?) -> HTML {
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

    private static func time(_ cell: TimetableCellDTO) -> ServiceTime? {
        cell.departureTime ?? cell.arrivalTime
    }

    private static func marks(_ cell: TimetableCellDTO) -> [String] {
        guard let time = time(cell) else { return ["·"] }
        var marks: [String] = []
        if cell.interpolated { marks.append("≈") }
        if time.dayOffset != 0 { marks.append("+1") }
        if cell.pickupType == 1 { marks.append("a") }
        if cell.dropOffType == 1 { marks.append("b") }
        if 2...3 ~= cell.pickupType || 2...3 ~= cell.dropOffType { marks.append("r") }
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
