/// The figures of all runs of one thing on one feed, by run.
struct ReachMeasurement: Encodable {
    let name: String
    /// What it does with the feed, in a few words.
    var does = ""
    private(set) var seconds: [Double] = []
    private(set) var cpuSeconds: [Double] = []
    private(set) var peakBytes: [Int] = []
    /// Whether it had no more memory than this program, so that how much less is not known.
    private(set) var peakIsBound = true
    /// Multiples of what unzip took in the same round; none where it does not read the feed.
    private(set) var ratios: [Double] = []
    /// The bytes of the file that it writes; nil when it writes none.
    var outputBytes: Int?
    /// Why it did not run, or not to its end; nil when it did.
    var failure: String?

    init(name: String, does: String = "") {
        self.name = name
        self.does = does
    }

    mutating func add(_ usage: MeasuredProgram.Usage, unzipSeconds: Double?) {
        seconds.append(usage.wallSeconds)
        cpuSeconds.append(usage.cpuSeconds)
        peakBytes.append(usage.peakBytes)
        peakIsBound = peakIsBound && usage.peakIsBound
        if let unzipSeconds, unzipSeconds > 0 { ratios.append(usage.wallSeconds / unzipSeconds) }
    }

    /// Megabytes at the peak of all runs.
    var peak: String {
        guard let most = peakBytes.max() else { return "-" }
        return (peakIsBound ? "<= " : "") + Printing.megabytes(most, 0)
    }

    /// A number with so many digits, or a dash in the place of none.
    static func text(_ value: Double?, _ digits: Int = 2) -> String {
        value.map { Printing.number($0, digits) } ?? "-"
    }
}

/// The results of the rounds with one feed.
struct ReachResult: Encodable {
    let feed: String
    /// How many processors were used; nil for all.
    let cores: Int?
    /// The measure of all others: no runs when the machine has no unzip that reads the feed.
    let unzip: ReachMeasurement
    let measurements: [ReachMeasurement]

    /// A row for everything measured, each with its medians.
    static func table(_ results: [ReachResult]) -> [[String]] {
        [["feed", "processors", "", "times unzip", "seconds", "CPU s", "peak MB", "runs"]]
            + results.flatMap(\.rows)
    }

    private var rows: [[String]] {
        ([unzip] + measurements).map { one in
            [
                feed, cores.map(String.init) ?? "all",
                one.name + (one.failure.map { ": \($0)" } ?? ""),
                ReachMeasurement.text(one.ratios.median), ReachMeasurement.text(one.seconds.median),
                ReachMeasurement.text(one.cpuSeconds.median), one.peak, "\(one.seconds.count)",
            ]
        }
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
