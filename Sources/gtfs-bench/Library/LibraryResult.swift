/// What one question to the library took.
struct LibraryResult: Encodable {
    let name: String
    let samples: Int
    /// Rows of an answer, on average.
    let rows: Double
    let milliseconds: Latencies

    /// What the library promises of every question, in milliseconds.
    static let medianTarget = 1.0
    static let p99Target = 5.0

    var meetsTargets: Bool {
        milliseconds.p50 < Self.medianTarget && milliseconds.p99 < Self.p99Target
    }

    static func table(_ results: [LibraryResult]) -> [[String]] {
        [["question", "rows", "p50 ms", "p99 ms", "max ms", ""]] + results.map(\.cells)
    }

    private var cells: [String] {
        [
            name, Printing.number(rows, 1), Printing.number(milliseconds.p50, 3),
            Printing.number(milliseconds.p99, 3), Printing.number(milliseconds.max, 3),
            meetsTargets ? "" : "MISSED",
        ]
    }
}
