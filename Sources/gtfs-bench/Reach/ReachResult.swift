/// The figures of all runs of one thing on one feed, by run.
struct ReachMeasurement: Encodable {
    let name: String
    private(set) var seconds: [Double] = []
    private(set) var cpuSeconds: [Double] = []
    private(set) var peakBytes: [Int] = []
    /// Multiples of unzip's figure in the same round; empty if unzip does not read the feed.
    private(set) var ratios: [Double] = []

    init(name: String) {
        self.name = name
    }

    mutating func add(_ usage: MeasuredProgram.Usage, unzipSeconds: Double?) {
        seconds.append(usage.wallSeconds)
        cpuSeconds.append(usage.cpuSeconds)
        peakBytes.append(usage.peakBytes)
        if let unzipSeconds, unzipSeconds > 0 { ratios.append(usage.wallSeconds / unzipSeconds) }
    }
}

/// The results of the rounds with one feed.
struct ReachResult: Encodable {
    let feed: String
    /// How many processors were used; nil for all.
    let cores: Int?
    let unzipSeconds: [Double]
    let measurements: [ReachMeasurement]

    /// A row for everything measured, each with its medians.
    static func table(_ results: [ReachResult]) -> [[String]] {
        [["feed", "processors", "", "times unzip", "seconds", "CPU s", "peak MB", "runs"]]
            + results.flatMap(\.rows)
    }

    private var rows: [[String]] {
        let place = [feed, cores.map(String.init) ?? "all"]
        let unzip = [
            place + ["unzip -p", "1", Self.text(unzipSeconds.median, 2), "-", "-"]
                + ["\(unzipSeconds.count)"]
        ]
        return (unzipSeconds.isEmpty ? [] : unzip)
            + measurements.map { measurement in
                let peak = measurement.peakBytes.max().map { Double($0) / 1e6 }
                return place + [
                    measurement.name, Self.text(measurement.ratios.median, 2),
                    Self.text(measurement.seconds.median, 2),
                    Self.text(measurement.cpuSeconds.median, 2), Self.text(peak, 0),
                    "\(measurement.seconds.count)",
                ]
            }
    }

    private static func text(_ value: Double?, _ digits: Int) -> String {
        value.map { Printing.number($0, digits) } ?? "-"
    }
}

extension [Double] {
    /// The middle value, or the mean of the two in the middle; nil if there are no values.
    var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        let upper = sorted[count / 2]
        return count % 2 == 1 ? upper : (sorted[count / 2 - 1] + upper) / 2
    }
}
