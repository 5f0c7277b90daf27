import ArgumentParser
import Foundation
import GRDB

/// `gtfs-bench queries`: how long a bundle takes to answer what apps ask.
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
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: bundle, configuration: configuration)
        let results = try queue.read { db in
            var arguments = try SampleArguments(db, seed: seed)
            return try BenchmarkQuery.all.compactMap { query in
                try query.measure(db, samples: samples, &arguments)
            }
        }
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
