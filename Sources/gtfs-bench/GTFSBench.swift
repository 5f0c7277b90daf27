import ArgumentParser
import Foundation

@main
struct GTFSBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gtfs-bench",
        abstract: "Measures gtfs: speed, memory, query latencies.",
        subcommands: [
            Generate.self, MeasureReach.self, MeasureRows.self, MeasureBytes.self,
            MeasureQueries.self, MeasureServe.self, MeasureRealtime.self, MeasureClient.self,
            WriteHostile.self,
            WriteFigures.self,
        ])
}

struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

enum Printing {
    static func markdown(_ rows: [[String]]) -> String {
        guard let header = rows.first else { return "" }
        let rule = header.indices.map { $0 == 0 ? "---" : "---:" }
        return ([header, rule] + rows.dropFirst())
            .map { row in
                let cells = row.map { $0.replacingOccurrences(of: "|", with: "\\|") }
                return "| \(cells.joined(separator: " | ")) |"
            }.joined(separator: "\n")
    }

    static func number(_ value: Double?, _ digits: Int) -> String {
        value?.formatted(.number.precision(.fractionLength(digits)).grouping(.never)) ?? "-"
    }
}
