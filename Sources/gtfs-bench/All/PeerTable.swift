/// gtfs beside its peers, as rows of a table.
enum PeerTable {
    private static let header = [
        "feed", "program", "what it does", "seconds", "times unzip", "CPU s", "peak MB",
        "MB written", "runs",
    ]

    /// A row for each program on each feed: medians, and the most memory of all runs. A program that did
    /// not run says why.
    static func rows(_ results: [ReachResult]) -> [[String]] {
        [header]
            + results.flatMap { result in
                ([result.unzip] + result.measurements).map { [result.feed] + cells($0) }
            }
    }

    /// The same of programs whose feeds do not matter, in milliseconds.
    static func starts(_ measurements: [ReachMeasurement]) -> [[String]] {
        [["program", "what it does", "ms", "CPU ms", "peak MB", "runs"]]
            + measurements.map { one in
                [
                    one.name, one.does,
                    ReachMeasurement.text(one.seconds.median.map { $0 * 1000 }, 0),
                    ReachMeasurement.text(one.cpuSeconds.median.map { $0 * 1000 }, 0),
                    one.peak, "\(one.seconds.count)",
                ]
            }
    }

    private static func cells(_ one: ReachMeasurement) -> [String] {
        [
            one.name, one.failure ?? one.does, ReachMeasurement.text(one.seconds.median),
            ReachMeasurement.text(one.ratios.median), ReachMeasurement.text(one.cpuSeconds.median),
            one.peak, one.outputBytes.map { Printing.megabytes($0) } ?? "-",
            "\(one.seconds.count)",
        ]
    }
}
