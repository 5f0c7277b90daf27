import ArgumentParser
import FeedReading
import FeedValidation
import RealtimeValidation

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract:
            "List the notices of gtfs validate and gtfs realtime check, or explain one of them.")

    @Argument(help: "The code to explain; without one all are listed.")
    var code: String?

    @OptionGroup
    var form: FormOptions

    func run() throws {
        guard let code else {
            let all = NoticeCatalogue.all + RealtimeCatalogue.all
            return try form.write(all.map(Entry.init), text: Self.list(all))
        }
        let definitions =
            NoticeCatalogue.definition(code).map { [$0] } ?? RealtimeCatalogue.definitions(code)
        guard let first = definitions.first else {
            throw ValidationError(Self.unknown(code))
        }
        let text = definitions.map(Self.explanation).joined(separator: "\n")
        // Few names of other validators stand for several codes.
        if definitions.count == 1 {
            try form.write(Entry(first), text: text)
        } else {
            try form.write(definitions.map(Entry.init), text: text)
        }
    }

    private struct Entry: Encodable {
        let code: String
        let severity: String
        let summary: String
        let why: String
        let example: String?
        let fix: String
        let file: String?
        let message: String?
        let also: [String]?
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
            message = definition.message.isEmpty ? nil : definition.message
            also = definition.aliases.isEmpty ? nil : definition.aliases
            fields = definition.fields
            reference = definition.link
        }
    }

    private static func list(_ definitions: [NoticeDefinition]) -> String {
        let table = TextTable(
            definitions,
            [
                .init("CODE") { $0.code }, .init("SEVERITY") { $0.severity.rawValue },
                .init("MEANING") { $0.summary },
            ])
        return (table.lines + ["gtfs rules CODE explains one of them."])
            .map { $0 + "\n" }.joined()
    }

    private static func explanation(_ definition: NoticeDefinition) -> String {
        let entry = Entry(definition)
        let table = TextTable([
            ("problem", entry.summary), ("why", entry.why), ("fix", entry.fix),
            ("file", entry.file), ("message", entry.message),
            ("also", entry.also?.joined(separator: ", ")),
            ("fields", entry.fields.isEmpty ? nil : entry.fields.joined(separator: ", ")),
            ("see", entry.reference),
        ])
        var lines = ["\(definition.code) (\(definition.severity.rawValue))"] + table.lines
        if let example = definition.example {
            lines.append("Example:")
            lines += example.split(separator: "\n").map { "  " + $0 }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func unknown(_ code: String) -> String {
        let words = Set(code.split(separator: "_"))
        let near = (NoticeCatalogue.all + RealtimeCatalogue.all).map(\.code)
            .map { code -> (code: String, shared: Int) in
                (code, words.intersection(code.split(separator: "_")).count)
            }
            .filter { $0.shared > 1 || $0.code.hasPrefix(code) }
            .sorted { ($1.shared, $0.code) < ($0.shared, $1.code) }
            .prefix(3).map(\.code)
        let hint =
            near.isEmpty
            ? "gtfs rules lists all" : "perhaps \(near.joined(separator: ", "))"
        return "\(code): no notice has this code; \(hint)"
    }
}
