import ArgumentParser
import BundleWriting
import FeedCompiling
import FeedReading

/// `gtfs build`.
struct Build: ParsableCommand {
    @Argument var feed: String
    @Option(name: .shortAndLong) var output: String
    mutating func run() throws {
        let archive = try FeedArchive.open(feed, options: ArchiveOptions())
        let s = try BundleBuild(BundleBuild.Options()).run(archive, to: output) { _ in }
        for t in s.kept { print(t.file, t.feedRows, t.bundleRows) }
        for (c, n) in s.notices.totals { print(c.rawValue, n) }
        print(s.patterns, s.timings, s.bundleBytes, s.archiveBytes, s.contentHash)
    }
}
