import FeedReading
import SystemLayer

/// Where a notice points to in the feed.
extension ValidationNotice {
    /// The file; nil when it is about the feed as a whole.
    var file: String? {
        for name in ["filename", "childFilename"] {
            if case .text(let file)? = fields[name] { return file }
        }
        return definition.file.isEmpty ? nil : definition.file
    }

    /// The row in the file, the header being row 1.
    var row: Int? {
        let field =
            fields.fields.first { $0.name == "csvRowNumber" }
            ?? fields.fields.first { Self.isRow($0.name) }
        if case .integer(let row)? = field?.value { return row }
        return nil
    }

    /// File, row and values in a few words, safe to print: text from a feed must not control the
    /// terminal.
    package var placeText: String {
        let place = [file, row.map { "row \($0)" }].compactMap { $0 }.joined(separator: " ")
        let values = fields.fields.filter {
            $0.name != "filename" && !Self.isRow($0.name)
        }.prefix(3).map { "\($0.name) \(TerminalText.safe($0.value.plainText, limit: 40))" }
        return ([place] + values).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The condition, and the values of this case.
    var message: String {
        let values = fields.fields.filter { field in
            field.name != "filename" && !Self.isRow(field.name)
        }.map { "\($0.name) \($0.value.plainText)" }
        return values.isEmpty
            ? definition.summary
            : definition.summary + " (" + values.joined(separator: ", ") + ")"
    }

    /// Whether a value of that name is a row: `csvRowNumber`, `prevCsvRowNumber`, `csvRowNumberA`.
    private static func isRow(_ name: String) -> Bool {
        name.contains("svRowNumber")
    }

    /// Ids of stops in its values.
    var stopIDs: [String] {
        fields.fields.compactMap { field in
            guard case .text(let id) = field.value, Self.isStop(field.name) else { return nil }
            return id
        }
    }

    /// Whether a value of that name is the id of a stop: `stopId`, `fromStopId`, `parentStation`.
    private static func isStop(_ name: String) -> Bool {
        // By bytes: a report asks this of thousands of values, and searching text takes
        // microseconds.
        let letters = name.utf8.map { $0 | 0x20 }
        guard letters != parentStation else { return true }
        return (0..<max(0, letters.count - stopID.count + 1)).contains { start in
            letters[start..<start + stopID.count].elementsEqual(stopID)
        }
    }

    private static let stopID = Array("stopid".utf8)
    private static let parentStation = Array("parentstation".utf8)
}

extension NoticeValue {
    /// For people.
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
