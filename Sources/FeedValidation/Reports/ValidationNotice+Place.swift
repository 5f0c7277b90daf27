import FeedReading
import SystemLayer
import WebPages

extension ValidationNotice {
    /// A file, and perhaps a row in it.
    public struct Place: Sendable, Hashable {
        /// The file's name.
        public let file: String
        /// The row, the header being row 1; nil for the file as a whole.
        public let row: Int?
    }

    /// The rows that the notice names, each with its file; only the file when it names none, and
    /// nothing when it is about the feed as a whole.
    public var places: [Place] {
        let rows = fields.fields.compactMap { field -> Place? in
            let isRow = Self.isRow(field.name)
            guard let file = definition.rowFiles[field.name] ?? (isRow ? mainFile : nil),
                case .integer(let row) = field.value
            else { return nil }
            // The locations of GeoJSON are counted, but have no rows.
            return Place(file: file, row: isRow && !file.hasSuffix(".geojson") ? row : nil)
        }
        guard rows.isEmpty else { return rows }
        let named = fields.fields.compactMap { Self.fileNames.contains($0.name) ? $0.value : nil }
        let files = named.isEmpty ? [mainFile].compactMap { $0 } : named.map(\.plainText)
        return files.map { Place(file: $0, row: nil) }
    }

    /// Nil when the notice is about the feed as a whole.
    private var mainFile: String? {
        if let file { return file }
        if let name = fields.fields.first(where: { Self.fileNames.contains($0.name) }) {
            return name.value.plainText
        }
        return definition.file.isEmpty ? nil : definition.file
    }

    private static let fileNames = ["filename", "childFilename", "fileNameA", "fileNameB"]

    var values: [NoticeFields.Field] {
        fields.fields.filter { !Self.fileNames.contains($0.name) && !Self.isRow($0.name) }
    }

    /// Safe to print: text from a feed must not control the terminal.
    package var placeText: String {
        let values = values
        let telling = definition.telling.compactMap { name in values.first { $0.name == name } }
        let others = values.filter { !definition.telling.contains($0.name) }
        let shown = (telling + others).filter { !$0.value.plainText.isEmpty }
            .prefix(max(3, telling.count))
            .map { "\($0.name) \(TerminalText.safe($0.value.plainText, limit: 40))" }
        return (places.map(\.text) + shown).joined(separator: ", ")
    }

    var message: String {
        let values = values.map { "\($0.name) \($0.value.plainText)" }
        return values.isEmpty
            ? definition.summary
            : definition.summary + " (" + values.joined(separator: ", ") + ")"
    }

    /// Such as `csvRowNumber`, `prevCsvRowNumber`, `csvRowNumberA`.
    static func isRow(_ name: String) -> Bool {
        contains(rowNumber, name)
    }

    var stopIDs: [String] {
        fields.fields.compactMap { field in
            guard case .text(let id) = field.value, Self.isStop(field.name) else { return nil }
            return id
        }
    }

    /// Such as `stopId`, `fromStopId`, `parentStation`.
    private static func isStop(_ name: String) -> Bool {
        name == "parentStation" || contains(stopID, name)
    }

    static func thing(named name: String) -> FeedThing? {
        if isStop(name) { return .stop }
        if contains(routeID, name) { return .route }
        return contains(tripID, name) ? .trip : nil
    }

    /// Whether a name contains a part, regardless of case. Compared by bytes: a report asks this
    /// about thousands of names, and searching text takes microseconds.
    private static func contains(_ part: [UInt8], _ name: String) -> Bool {
        let letters = name.utf8.map { $0 | 0x20 }
        return (0..<max(0, letters.count - part.count + 1)).contains { start in
            letters[start..<start + part.count].elementsEqual(part)
        }
    }

    private static let rowNumber = Array("rownumber".utf8)
    private static let stopID = Array("stopid".utf8)
    private static let routeID = Array("routeid".utf8)
    private static let tripID = Array("tripid".utf8)
}

extension ValidationNotice.Place {
    var text: String {
        TerminalText.safe(file, limit: 80) + (row.map { " row \($0)" } ?? "")
    }
}

extension NoticeValue {
    /// The text for people.
    public var plainText: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .list(let values): values.map(\.plainText).joined(separator: ", ")
        }
    }
}
