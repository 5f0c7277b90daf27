import ArgumentParser
import Foundation

/// `gtfs-bench figures`: measures again, and writes the tables of a page.
struct WriteFigures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "figures",
        abstract: "Measures again the tables of a page, and writes them into it.",
        discussion: """
            A table stands between `<!-- gtfs-bench VERB ARGUMENTS... -->` and `<!-- end -->`. Each \
            is replaced by what gtfs-bench prints for these arguments, in the working directory. A \
            measurement that fails leaves its table as it is, and the exit code is 1.
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
            do {
                _ = try MeasuredProgram(program: program, arguments: table.arguments)
                    .run(writing: printed)
            } catch {
                failures += 1
                continue
            }
            figures.replace(table, by: try String(contentsOfFile: printed, encoding: .utf8))
            try figures.text.write(toFile: page, atomically: true, encoding: .utf8)
        }
        if failures > 0 { throw ExitCode.failure }
    }
}

/// A page of Markdown with tables that `gtfs-bench` prints.
struct FiguresPage {
    /// A table, by the comment before it.
    struct Table: Equatable {
        let comment: String
        /// The verb of `gtfs-bench`, then what follows it.
        let arguments: [String]

        var verb: String { arguments.first ?? "" }
    }

    private static let opening = "<!-- gtfs-bench "
    private static let closing = "<!-- end -->"

    private var lines: [String]

    init(_ text: String) {
        lines = text.components(separatedBy: "\n")
    }

    var text: String { lines.joined(separator: "\n") }

    /// The tables, in the page's order.
    ///
    /// - Throws: when a table has no end.
    func tables() throws -> [Table] {
        let comments = lines.filter { $0.hasPrefix(Self.opening) }
        guard comments.count == lines.filter({ $0 == Self.closing }).count else {
            throw BenchmarkError("a table has no \(Self.closing), or one has two")
        }
        return comments.map { comment in
            let words = comment.dropFirst(Self.opening.count).split(separator: " ")
            return Table(comment: comment, arguments: words.dropLast().map(String.init))
        }
    }

    /// Writes a table anew; its comments stay.
    mutating func replace(_ table: Table, by printed: String) {
        guard let start = lines.firstIndex(of: table.comment),
            let end = lines[start...].firstIndex(of: Self.closing)
        else { return }
        let rows = printed.split(whereSeparator: \.isNewline).map(String.init)
        lines.replaceSubrange((start + 1)..<end, with: [""] + rows + [""])
    }
}
