/// What one query took, in milliseconds.
struct QueryResult: Encodable {
    let name: String
    let sql: String
    let samples: Int
    /// Rows of an answer, on average.
    let rows: Double
    /// From the arguments to the last row, with a prepared statement.
    let milliseconds: Latencies
    /// What the first use of a statement takes besides.
    let prepareP50: Double
    let target: Double
    let fullScans: [String]
    let plan: String

    /// The target is for the median: how far p99 is from it tells as much of the machine.
    var meetsTarget: Bool { milliseconds.p50 <= target }

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
