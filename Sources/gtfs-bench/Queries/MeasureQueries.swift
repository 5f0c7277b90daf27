import ArgumentParser
import Foundation
import SQLiteLayer

struct MeasureQueries: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queries",
        abstract: "Measures queries of a bundle, and looks for full scans in their plans.",
        discussion: """
            Every sample is a prepared statement, given random arguments and read to its last row; \
            what preparing takes stands beside. Exits 1 when the median of a query misses its target, \
            or a query reads a whole table or index.
            """)

    @Argument(help: "A bundle.")
    var bundle: String

    @Option(help: "Samples of each query.")
    var samples = 1000

    func validate() throws {
        guard samples > 0 else { throw ValidationError("--samples must be 1 or more") }
    }

    func run() throws {
        let results = try QueryResult.all(of: bundle, samples: samples)
        print(Printing.markdown(QueryResult.table(results)))
        if results.contains(where: { !$0.meetsTarget || !$0.fullScans.isEmpty }) {
            throw ExitCode.failure
        }
    }
}

struct QueryResult {
    let name: String
    let rows: Double
    /// From the arguments to the last row, with a prepared statement.
    let milliseconds: Latencies
    /// The extra time of the first use of a statement.
    let prepareP50: Double
    let target: Double
    let fullScans: [String]

    /// The target is for the median: the distance of p99 from it says as much about the machine.
    var meetsTarget: Bool { milliseconds.p50 <= target }

    static func all(of bundle: String, samples: Int) throws -> [QueryResult] {
        let db = Database(try Connection(path: bundle, .reading))
        var arguments = try SampleArguments(db)
        return try BenchmarkQuery.all.compactMap { query in
            try query.measure(db, samples: samples, &arguments)
        }
    }

    static func table(_ results: [QueryResult]) -> [[String]] {
        [["query", "rows", "p50 ms", "p99 ms", "max ms", "prepare ms", "target ms", "full scans"]]
            + results.map(\.cells)
    }

    private var cells: [String] {
        [
            name, Printing.number(rows, 1), Printing.number(milliseconds.p50, 3),
            Printing.number(milliseconds.p99, 3), Printing.number(milliseconds.max, 3),
            Printing.number(prepareP50, 3),
            (meetsTarget ? "" : "MISSED ") + Printing.number(target, 0),
            fullScans.isEmpty ? "none" : fullScans.joined(separator: ", "),
        ]
    }
}

extension QueryResult {
    /// The tables and indexes that a query reads from one end to the other.
    ///
    /// A full scan is detected from the program: a cursor on a table or index that is set to the
    /// first or last entry rather than to a key. The word SCAN of the plan also stands for reading
    /// a subquery's rows.
    static func fullScans(_ db: Database, _ sql: String) throws -> [String] {
        var opened: [Int: String] = [:]
        var scans: [String] = []
        var names: [Int: String] = [:]
        try db.readRows("SELECT rootpage, name FROM sqlite_master") { row in
            if let page = row.integer(0) { names[page] = row.text(1) }
        }
        // With NULL for every parameter: a program does not depend on their values.
        let program = try Statement(db.connection, "EXPLAIN \(sql)")
        while try program.next() {
            // The columns are addr, opcode, p1, p2 and others.
            let step = program.row
            guard let cursor = step.integer(2) else { continue }
            switch step.text(1) {
            case "OpenRead": opened[cursor] = step.integer(3).flatMap { names[$0] }
            case "OpenEphemeral", "OpenPseudo", "OpenAutoindex", "VOpen": opened[cursor] = nil
            case "Rewind", "Last":
                if let name = opened[cursor] { scans.append(name) }
            default: break
            }
        }
        return scans
    }
}
