import ArgumentParser
import Foundation
import GRDB

/// `gtfs-bench queries`: how long a bundle takes to answer the questions of apps.
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

    @Option(help: "The seed of the random arguments.")
    var seed: UInt64 = 1

    @Flag(help: "Prints the SQL and the plan of each query.")
    var plans = false

    @Flag(help: "Prints JSON.")
    var json = false

    func validate() throws {
        guard samples > 0 else { throw ValidationError("--samples must be 1 or more") }
    }

    func run() throws {
        let results = try QueryResult.all(of: bundle, samples: samples, seed: seed)
        if json {
            print(try Printing.json(results))
        } else {
            print(Printing.table(QueryResult.table(results)))
            if plans {
                for result in results { print("\n\(result.name)\n\(result.sql)\n\(result.plan)") }
            }
        }
        if results.contains(where: { !$0.meetsTarget || !$0.fullScans.isEmpty }) {
            throw ExitCode.failure
        }
    }
}

/// The time of one query, in milliseconds.
struct QueryResult: Encodable {
    let name: String
    let sql: String
    let samples: Int
    /// Rows of an answer, on average.
    let rows: Double
    /// From the arguments to the last row, with a prepared statement.
    let milliseconds: Latencies
    /// The extra time of the first use of a statement.
    let prepareP50: Double
    let target: Double
    let fullScans: [String]
    let plan: String

    /// The target is for the median: the distance of p99 from it says as much about the machine.
    var meetsTarget: Bool { milliseconds.p50 <= target }

    /// Asks a bundle all queries.
    static func all(of bundle: String, samples: Int, seed: UInt64) throws -> [QueryResult] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: bundle, configuration: configuration)
        return try queue.read { db in
            var arguments = try SampleArguments(db, seed: seed)
            return try BenchmarkQuery.all.compactMap { query in
                try query.measure(db, samples: samples, &arguments)
            }
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

/// SQLite's plan for a query.
struct QueryPlan {
    /// `EXPLAIN QUERY PLAN`, indented as the shell does.
    let text: String
    /// Tables and indexes that the query reads from one end to the other.
    let fullScans: [String]

    /// A full scan is detected from the program: a cursor on a table or index that is set to the
    /// first or last entry rather than to a key. The word SCAN of the plan also stands for reading
    /// a subquery's rows.
    init(_ db: Database, _ sql: String) throws {
        var depths: [Int: Int] = [0: -1]
        text = try Self.rows(db, "EXPLAIN QUERY PLAN \(sql)").map { row in
            let depth = (depths[row["parent"]] ?? -1) + 1
            depths[row["id"]] = depth
            return String(repeating: "  ", count: depth + 1) + (row["detail"] as String)
        }.joined(separator: "\n")
        var opened: [Int: String] = [:]
        var scans: [String] = []
        let names = try Row.fetchAll(db, sql: "SELECT rootpage, name FROM sqlite_master")
            .reduce(into: [Int: String]()) { $0[$1["rootpage"]] = $1["name"] }
        for step in try Self.rows(db, "EXPLAIN \(sql)") {
            let cursor: Int = step["p1"]
            switch step["opcode"] as String {
            case "OpenRead": opened[cursor] = names[step["p2"]]
            case "OpenEphemeral", "OpenPseudo", "OpenAutoindex", "VOpen": opened[cursor] = nil
            case "Rewind", "Last":
                if let name = opened[cursor] { scans.append(name) }
            default: break
            }
        }
        fullScans = scans
    }

    /// With NULL for every parameter: a plan does not depend on their values.
    private static func rows(_ db: Database, _ sql: String) throws -> [Row] {
        let statement = try db.makeStatement(sql: sql)
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement)
    }
}
