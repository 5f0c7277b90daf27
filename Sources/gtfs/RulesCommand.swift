import ArgumentParser
import FeedValidation

/// `gtfs rules`: the catalogue of notices.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the notices of gtfs validate, or explain one of them.")

    @Argument(help: "The code to explain; without one all are listed.")
    var code: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        guard let code else {
            let all = NoticeCatalogue.all
            if json {
                try StandardOutput.write(data: JSONText.pretty(all.map(Entry.init)) + "\n")
            } else {
                try StandardOutput.write(Self.list(all))
            }
            return
        }
        guard let definition = NoticeCatalogue.definition(code) else {
            throw ValidationError(Self.unknown(code))
        }
        if json {
            try StandardOutput.write(data: JSONText.pretty(Entry(definition)) + "\n")
        } else {
            try StandardOutput.write(Self.explanation(definition))
        }
    }

    /// A notice as JSON.
    private struct Entry: Encodable {
        let code: String
        let severity: String
        let summary: String
        let why: String
        let example: String?
        let fix: String
        let file: String?
        let fields: [String]
        let reference: String

        init(_ definition: NoticeDefinition) {
            code = definition.code
            severity = definition.severity.rawValue
            summary = definition.summary
            why = definition.why
            example = definition.example
            fix = definition.fix
            file = definition.file.isEmpty ? nil : definition.file
            fields = definition.fields
            reference = definition.link
        }
    }

    private static func list(_ definitions: [NoticeDefinition]) -> String {
        var table = TextTable(["CODE", "SEVERITY", "MEANING"], rightAligned: [])
        for definition in definitions {
            table.add([definition.code, definition.severity.rawValue, definition.summary])
        }
        return (table.lines + ["gtfs rules CODE explains one of them."])
            .map { $0 + "\n" }.joined()
    }

    private static func explanation(_ definition: NoticeDefinition) -> String {
        var table = TextTable([], rightAligned: [])
        table.add(["problem", definition.summary])
        table.add(["why", definition.why])
        table.add(["fix", definition.fix])
        if !definition.file.isEmpty {
            table.add(["file", definition.file])
        }
        if !definition.fields.isEmpty {
            table.add(["fields", definition.fields.joined(separator: ", ")])
        }
        table.add(["see", definition.link])
        var lines = ["\(definition.code) (\(definition.severity.rawValue))"] + table.lines
        if let example = definition.example {
            lines.append("Example:")
            lines += example.split(separator: "\n").map { "  " + $0 }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Names existing codes that resemble an unknown one.
    private static func unknown(_ code: String) -> String {
        let words = Set(code.split(separator: "_"))
        let near = NoticeCatalogue.all.map(\.code)
            .map { (code: $0, shared: words.intersection($0.split(separator: "_")).count) }
            .filter { $0.shared > 1 || $0.code.hasPrefix(code) }
            .sorted { ($1.shared, $0.code) < ($0.shared, $1.code) }
            .prefix(3).map(\.code)
        let hint =
            near.isEmpty
            ? "gtfs rules lists all" : "perhaps \(near.joined(separator: ", "))"
        return "\(code): no notice has this code; \(hint)"
    }
}
