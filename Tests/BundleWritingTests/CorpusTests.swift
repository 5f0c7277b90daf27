import BundleWriting
import FeedReading
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Bad feeds build or fail in order", .blocking, .sharedFiles)
struct CorpusTests {
    private static let feeds = ["feeds/bad", "cases/feeds"].flatMap { folder in
        PackageRoot.sharedFiles(in: folder, suffix: ".zip").map { folder + "/" + $0 }
    }

    @Test("No crash, no hang, no silence", arguments: feeds)
    func corpus(_ name: String) throws {
        let feed = try #require(PackageRoot.shared(name))
        let folder = try TestFolder()
        let target = folder.path + "/feed.sqlite"
        let result = try ProcessRun.run(
            PackageRoot.executable("gtfs"), ["build", feed, "-o", target], folder: folder)
        guard result.end == .exited(0) else {
            #expect(result.end == .exited(65))
            #expect(result.standardError.split(separator: "\n").count == 1)
            #expect(!FileManager.default.fileExists(atPath: target))
            return
        }
        let bundle = try BuiltBundle(feed, in: folder)
        #expect(try bundle.lines("PRAGMA integrity_check") == ["ok"])
        #expect(try IntegerKeys.unresolved(in: bundle) == [])
        // No row is lost uncounted.
        for count in bundle.summary.tables {
            let rejected = try bundle.count(
                "SELECT count(*) FROM rejected WHERE file = ? AND field IS NULL", [count.file])
            #expect(count.bundleRows + rejected == count.feedRows, "\(count.file)")
        }
    }
}
