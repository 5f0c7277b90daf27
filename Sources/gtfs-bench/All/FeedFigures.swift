/// Everything that is measured of one feed.
struct FeedFigures: Encodable {
    /// Its name, without folder and ending.
    let feed: String
    let feedBytes: Int
    let bundle: BundleBytes
    let reach: ReachResult
    let queries: [QueryResult]
    let library: LibraryReport

    init(feed: String, bundle: String, reach: ReachResult, samples: Int) async throws {
        self.feed = reach.feed
        self.reach = reach
        feedBytes = try MeasuredProgram.size(of: feed)
        self.bundle = try BundleBytes(of: bundle)
        queries = try QueryResult.all(of: bundle, samples: samples, seed: 1)
        library = try await LibraryReport(
            path: bundle, samples: samples, seed: 1, only: nil,
            stopwatch: Stopwatch(countsProcessorTime: false))
    }

    /// What it takes as a zip and as a bundle.
    static func table(_ figures: [FeedFigures]) -> [[String]] {
        [["feed", "stop times", "zip MB", "bundle MB", "bytes per stop time"]]
            + figures.map { figure in
                [
                    figure.feed, "\(figure.bundle.stopTimes)",
                    Printing.megabytes(figure.feedBytes),
                    Printing.megabytes(figure.bundle.bundleBytes),
                    ReachMeasurement.text(figure.bundle.bytesPerStopTime),
                ]
            }
    }
}
