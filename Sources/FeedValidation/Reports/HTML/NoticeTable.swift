import FeedReading
import WebPages

/// First the values that identify each notice, so that they are visible without scrolling, then its
/// place, then the rest.
struct NoticeTable {
    struct Row {
        let notice: ValidationNotice
        let isNew: Bool?
        let id: String
        /// The id of the notice's mark on the map.
        var mark: String?
    }

    /// New ones first.
    var rows: [Row]
    private let deciding: [String]
    private let others: [String]
    /// By name of the value that is the thing's id.
    private let things: [String: FeedThing]
    private let hasTimes: Bool
    private let hasState: Bool

    init(_ group: ValidationReport.Group, limit: Int) {
        let states = group.comparison?.areNew
        let all = group.samples.enumerated().map { ($1, states?[$0]) }
        let ordered = all.filter { $0.1 != false } + all.filter { $0.1 == false }
        rows = ordered.prefix(limit).enumerated().map { index, sample in
            Row(notice: sample.0, isNew: sample.1, id: "\(group.code)-\(index + 1)")
        }
        hasState = states != nil
        let fields = rows.flatMap(\.notice.values)
        var names: [String] = []
        for field in fields where !names.contains(field.name) { names.append(field.name) }
        let telling = group.definition.telling.filter(names.contains)
        var first = telling.filter { !Self.isIdentity($0) }
        if first.isEmpty { first = names.filter { !Self.isIdentity($0) } }
        for field in fields where !first.contains(field.name) && !Self.isIdentity(field.name) {
            // Measured values decide, even where a line of a terminal has no room for it.
            if case .number = field.value { first.append(field.name) }
        }
        deciding = first
        others =
            telling.filter { !first.contains($0) }
            + names.filter { !first.contains($0) && !telling.contains($0) }
        things = Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                ValidationNotice.thing(named: name).map { (name, $0) }
            })
        hasTimes = rows.contains { CountedTime.words($0.notice.fields) != nil }
    }

    private static func isIdentity(_ name: String) -> Bool {
        guard !name.hasPrefix("expected") else { return false }
        let base = name.last.map { "12AB".contains($0) } == true ? name.dropLast() : name[...]
        return identities.contains { base.hasSuffix($0) }
    }

    private static let identities = [
        "Id", "Sequence", "Index", "index", "match", "stopName", "StopName", "agencyName",
        "parentStation",
    ]

    private static let meters = ["geoDistanceToShape", "actualDistanceBetweenShapePoints"]

    private var hasMarks: Bool { rows.contains { $0.mark != nil } }

    var html: HTML? {
        guard rows.contains(where: { !$0.notice.fields.fields.isEmpty }) else { return nil }
        let time: HTML? = hasTimes ? "<th scope=\"col\">time</th>" : nil
        let state: HTML? = hasState ? "<th scope=\"col\">baseline</th>" : nil
        let map: HTML? = hasMarks ? "<th scope=\"col\" class=\"onmap\">map</th>" : nil
        return """
            <table>
            <thead><tr>\(deciding.map(Self.head))\(time)\(state)\(map)<th scope="col">place</th>\
            \(others.map(Self.head))</tr></thead>
            <tbody>
            \(rows.map(html))</tbody>
            </table>
            """
    }

    private static func head(_ name: String) -> HTML {
        let unit: HTML? = meters.contains(name) ? " <i>m</i>" : nil
        return "<th scope=\"col\">\(name)\(unit)</th>"
    }

    private func html(_ row: Row) -> HTML {
        let fields = row.notice.fields
        let numbers = fields.fields.compactMap { field -> Double? in
            if case .number(let number) = field.value { number } else { nil }
        }
        func cell(_ name: String) -> HTML {
            NoticeCell(fields[name], named: name, among: numbers, of: things[name]).html
        }
        let time: HTML? = hasTimes ? "<td>\(CountedTime.words(fields) ?? "")</td>" : nil
        let state: HTML? = row.isNew.map { "<td>\($0 ? "new" : "known")</td>" }
        let kind: HTML? = row.isNew == false ? " class=\"known\"" : nil
        let places = row.notice.places.map(\.text).joined(separator: ", ")
        let mark: HTML? = row.mark.map { "<a href=\"#\($0)\">map</a>" }
        let map: HTML? = hasMarks ? "<td class=\"onmap\">\(mark)</td>" : nil
        return """
            <tr id="\(row.id)"\(kind)>\(deciding.map(cell))\(time)\(state)\(map)<td>\(places)</td>\
            \(others.map(cell))</tr>

            """
    }
}
