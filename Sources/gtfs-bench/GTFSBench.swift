import ArgumentParser
import Foundation

/// The command `gtfs-bench`: measures the figures that the project promises, on any machine.
@main
struct GTFSBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gtfs-bench",
        abstract: "Measures gtfs: speed, memory, bytes and query latencies.",
        subcommands: subcommands)

    private static var subcommands: [any ParsableCommand.Type] {
        let common: [any ParsableCommand.Type] = [
            Generate.self, MeasureReach.self, MeasureGrowth.self, MeasureBuild.self,
            MeasureQueries.self, MeasureLibrary.self, MeasureServe.self, WriteHostile.self,
            MeasureAll.self,
        ]
        #if NIOClient
            return common + [MeasureClient.self]
        #else
            return common
        #endif
    }
}

/// Why a benchmark could not be run: one line.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// What a benchmark prints: a table for people, or JSON for machines.
enum Printing {
    /// Columns side by side: the first to the left, the others to the right.
    static func table(_ rows: [[String]]) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.compactMap { $0.dropFirst(column).first?.count }.max() ?? 0
        }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + blanks : blanks + cell.0
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// A table of Markdown: the first columns to the left, the others to the right.
    static func markdown(_ rows: [[String]], left: Int = 1) -> String {
        guard let header = rows.first else { return "" }
        let rule = header.indices.map { $0 < left ? "---" : "---:" }
        return ([header, rule] + rows.dropFirst())
            .map { row in
                let cells = row.map { $0.replacingOccurrences(of: "|", with: "\\|") }
                return "| \(cells.joined(separator: " | ")) |"
            }.joined(separator: "\n")
    }

    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Millions of bytes, with so many digits after the point.
    static func megabytes(_ bytes: Int, _ digits: Int = 1) -> String {
        number(Double(bytes) / 1e6, digits)
    }

    /// A number with so many digits after the point.
    static func number(_ value: Double, _ digits: Int) -> String {
        value.formatted(.number.precision(.fractionLength(digits)).grouping(.never))
    }
}
