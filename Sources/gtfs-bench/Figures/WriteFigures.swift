import ArgumentParser
import Foundation

struct WriteFigures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "figures",
        abstract: "Measures again the tables of a page, and writes them into it.",
        discussion: """
            A table stands between `<!-- gtfs-bench VERB ARGUMENTS... -->` and `<!-- end -->`. It \
            is replaced by what gtfs-bench prints for these arguments, in the working directory. The \
            exit code is 1 when a measurement fails or misses a target; a table of which nothing \
            was printed stays as it is.
            """)

    @Argument(help: "The page, such as Sources/gtfs-bench/gtfs-bench.docc/Figures.md.")
    var page: String

    @Option(help: "Measure tables of this verb only; repeatable.")
    var only: [String] = []

    func run() throws {
        guard let program = Bundle.main.executableURL?.path else {
            throw BenchmarkError("the path of gtfs-bench is not known")
        }
        let scratch = try ScratchPlace()
        defer { scratch.remove() }
        var figures = FiguresPage(try String(contentsOfFile: page, encoding: .utf8))
        var failures = 0
        for table in try figures.tables() where only.isEmpty || only.contains(table.verb) {
            let printed = "\(scratch.path)/printed.md"
            let program = MeasuredProgram(
                program: program, arguments: table.arguments, lastGoodCode: 1)
            let code = try program.run(writing: printed).exitCode
            let rows = try String(contentsOfFile: printed, encoding: .utf8)
            if code != 0 { failures += 1 }
            guard !rows.isEmpty else { continue }
            figures.replace(table, by: rows)
            try figures.text.write(toFile: page, atomically: true, encoding: .utf8)
        }
        if failures > 0 { throw ExitCode.failure }
    }
}

struct FiguresPage {
    struct Table {
        let comment: Substring
        let arguments: [String]

        var verb: String { arguments.first ?? "" }
    }

    private static let opening = "<!-- gtfs-bench "
    private static let closing = "\n<!-- end -->"

    private(set) var text: String

    init(_ text: String) {
        self.text = text
    }

    func tables() throws -> [Table] {
        var tables: [Table] = []
        var rest = text[...]
        while let opening = rest.range(of: Self.opening) {
            rest = rest[opening.upperBound...]
            guard let end = rest.range(of: " -->"),
                let closing = rest.range(of: Self.closing),
                !rest[..<closing.lowerBound].contains(Self.opening)
            else { throw BenchmarkError("a table has no <!-- end -->") }
            let words = rest[..<end.lowerBound].split(whereSeparator: \.isWhitespace)
            tables.append(
                Table(
                    comment: text[opening.lowerBound..<end.upperBound],
                    arguments: words.map(String.init)))
            rest = rest[closing.upperBound...]
        }
        return tables
    }

    mutating func replace(_ table: Table, by printed: String) {
        guard let comment = text.range(of: table.comment),
            let end = text[comment.upperBound...].range(of: Self.closing)
        else { return }
        let rows = printed.trimmingCharacters(in: .newlines)
        text.replaceSubrange(comment.upperBound..<end.lowerBound, with: "\n\n\(rows)\n")
    }
}
