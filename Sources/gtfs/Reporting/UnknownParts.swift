import FeedCompiling
import GTFSSchedule
import SystemLayer

enum UnknownParts {
    /// - Parameter verb: the past participle of what the verb did not do with them.
    static func lines(
        not verb: String, files: [String], columns: [(file: String, names: [String])],
        elsewhere: [String] = [], reasons: [UnkeptExtension] = []
    ) -> [String] {
        var lines: [String] = []
        if !files.isEmpty {
            let reasons = Dictionary(
                reasons.filter { $0.column == nil }.map { ($0.file.exact, $0.reason) },
                uniquingKeysWith: { first, _ in first })
            let texts = files.map { file in file + (reasons[file.exact].map { " (\($0))" } ?? "") }
            lines.append("files not \(verb), unknown: \(list(texts))")
        }
        for (file, names) in columns where !names.isEmpty {
            lines.append("columns not \(verb), unknown, of \(file): \(list(names))")
        }
        if !elsewhere.isEmpty {
            let more = elsewhere.count - 20
            lines.append(
                "files not \(verb), in other folders: \(list(Array(elsewhere.prefix(20))))"
                    + (more > 0 ? ", and \(Quantity.count(more)) more" : ""))
        }
        return lines
    }

    static func lines(
        files: [String], columns: [(file: String, names: [String])],
        elsewhere: [String] = [], kept: [(table: PackedExtension, rows: Int)],
        reasons: [UnkeptExtension]
    ) -> [String] {
        let known = Dictionary(
            kept.map { ($0.table.file.exact, Set($0.table.columns.map(\.name.exact))) },
            uniquingKeysWith: { first, _ in first })
        let keptFiles = kept.filter { $0.table.base == nil }
        var lines: [String] = []
        if !keptFiles.isEmpty {
            let texts = keptFiles.map { "\($0.table.file) (\(Quantity.count($0.rows, "row")))" }
            lines.append("files kept, unknown: \(list(texts))")
        }
        for (table, rows) in kept where table.base != nil {
            lines.append(
                "columns kept, unknown, of \(table.file): \(list(table.columns.map(\.name))) "
                    + "(\(Quantity.count(rows, "row")))")
        }
        return lines
            + self.lines(
                not: "loaded", files: files.filter { known[$0.exact] == nil },
                columns: columns.map { file, names in
                    (
                        file: file,
                        names: names.filter { known[file.exact]?.contains($0.exact) != true }
                    )
                }, elsewhere: elsewhere, reasons: reasons)
    }

    static func list(_ names: [String]) -> String {
        names.map { TerminalText.safe($0, limit: 200) }.joined(separator: ", ")
    }
}

struct ExtensionEntry: Encodable {
    let table: String
    let file: String
    let rows: Int
    let columns: [Column]

    struct Column: Encodable {
        let column: String
        let name: String
        let place: Int
    }

    init(_ table: PackedExtension, rows: Int) {
        self.table = table.table
        file = table.file
        self.rows = rows
        columns = table.columns.map {
            Column(column: $0.column, name: $0.name, place: $0.place)
        }
    }
}

struct UnkeptEntry: Encodable {
    let file: String
    let column: String?
    let reason: String

    init(_ unkept: UnkeptExtension) {
        file = unkept.file
        column = unkept.column
        reason = unkept.reason
    }
}
