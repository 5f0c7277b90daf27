/// What building one feed took.
struct BuildResult: Encodable {
    let feed: String
    let stopTimes: Int
    let feedBytes: Int
    let bundleBytes: Int
    let wallSeconds: Double
    let cpuSeconds: Double
    let peakBytes: Int
    /// Nil when the machine has no unzip that reads the feed.
    let unzipSeconds: Double?
    /// Nil when sqlite3 was not run.
    let importSeconds: Double?
    let importBytes: Int?

    static func table(_ results: [BuildResult]) -> [[String]] {
        [
            [
                "feed", "stop_times", "zip MB", "bundle MB", "B/stop_time", "seconds", "CPU s",
                "peak MB", "unzip -p s", "ratio", ".import s", ".import MB",
            ]
        ] + results.map(\.cells)
    }

    private var cells: [String] {
        [
            feed, "\(stopTimes)", megabytes(feedBytes), megabytes(bundleBytes),
            stopTimes == 0
                ? "-" : Printing.number(Double(bundleBytes) / Double(stopTimes), 2),
            Printing.number(wallSeconds, 2), Printing.number(cpuSeconds, 2),
            Printing.number(Double(peakBytes) / 1e6, 0),
            unzipSeconds.map { Printing.number($0, 2) } ?? "-",
            unzipSeconds.map { Printing.number(wallSeconds / $0, 2) } ?? "-",
            importSeconds.map { Printing.number($0, 1) } ?? "-",
            importBytes.map(megabytes) ?? "-",
        ]
    }

    private func megabytes(_ bytes: Int) -> String { Printing.number(Double(bytes) / 1e6, 1) }
}
