import BundleWriting
import FeedCompiling
import FeedReading
import Foundation
import GRDB
import GTFSSchedule
import TestSupport
import Testing

@Suite("The same feed makes the same bundle")
struct DeterminismTests {
    /// The files of the sample feed.
    private func sampleFeed() throws -> TestFeed {
        var feed = TestFeed("")
        for path in PackageRoot.files(below: "feeds/sample", suffix: "") {
            feed[URL(fileURLWithPath: path).lastPathComponent] = try String(
                contentsOfFile: path, encoding: .utf8)
        }
        return feed
    }

    @Test("Twice the same bytes, whatever the folder")
    func twice() throws {
        let feed = try sampleFeed()
        let folder = try TestFolder()
        let one = try BuiltBundle(feed.write(to: folder, as: "one"), in: folder)
        let other = try BuiltBundle(
            feed.write(to: folder, as: "deep/two"), in: TestFolder())
        #expect(try one.bytes == other.bytes)
        let zip = try feed.pack(as: .zip(options: ""), to: folder, as: "one.zip")
        let copy = try folder.write(
            "else/copy.zip", Array(Data(contentsOf: URL(fileURLWithPath: zip))))
        #expect(
            try BuiltBundle(zip, in: folder).bytes == BuiltBundle(copy, in: TestFolder()).bytes)
    }

    @Test("Folder, zip and tar.gz have one content hash, and differ in the archive's hash alone")
    func packings() throws {
        let feed = try sampleFeed()
        let folder = try TestFolder()
        let bundles = [
            try BuiltBundle(feed.write(to: folder), in: folder),
            try BuiltBundle(
                feed.pack(as: .zip(options: ""), to: folder, as: "a.zip"), in: folder),
            try BuiltBundle(
                feed.pack(as: .zip(options: "compression=store"), to: folder, as: "b.zip"),
                in: folder),
            try BuiltBundle(feed.pack(as: .gzippedTar, to: folder, as: "c.tgz"), in: folder),
        ]
        #expect(Set(bundles.map(\.summary.contentHash)).count == 1)
        let tables = try bundles[0].lines(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('metadata', 'sqlite_stat1')"
        )
        for bundle in bundles.dropFirst() {
            #expect(
                try bundle.lines("SELECT * FROM metadata WHERE key <> 'archive_hash'")
                    == bundles[0].lines("SELECT * FROM metadata WHERE key <> 'archive_hash'"))
            for table in tables {
                let query = "SELECT * FROM \(table)"
                #expect(try bundle.lines(query) == bundles[0].lines(query), "\(table)")
            }
        }
        let hashes = try bundles.map {
            try $0.lines("SELECT value FROM metadata WHERE key = 'archive_hash'")
        }
        #expect(hashes[0] == [], "a folder has no bytes of its own")
        #expect(Set(hashes).count == 4)
    }

    @Test("The order of files in the archive does not matter")
    func memberOrder() throws {
        let folder = try TestFolder()
        var turned = TestFeed("")
        for file in TestFeed.base.files.reversed() { turned[file.name] = file.text }
        let one = try BuiltBundle(
            TestFeed.base.pack(as: .zip(options: ""), to: folder, as: "1.zip"), in: folder)
        let other = try BuiltBundle(
            turned.pack(as: .zip(options: ""), to: folder, as: "2.zip"), in: folder)
        #expect(one.summary.contentHash == other.summary.contentHash)
        #expect(
            try one.lines("SELECT * FROM trip") == other.lines("SELECT * FROM trip"))
    }

    @Test("Another value makes another content hash, another option other metadata")
    func differences() throws {
        let base = try BuiltBundle(.base)
        var feed = TestFeed.base
        feed["agency.txt"] = feed["agency.txt"]?.replacingOccurrences(of: "Cross", with: "Down")
        #expect(try BuiltBundle(feed).summary.contentHash != base.summary.contentHash)
        var options = BundleBuild.Options()
        options.filter.routes = ["R"]
        let filtered = try BuiltBundle(.base, options)
        #expect(filtered.summary.contentHash == base.summary.contentHash)
        #expect(
            try filtered.lines("SELECT value FROM metadata WHERE key = 'options'")
                == ["{\"route\":[\"R\"]}"])
    }

    @Test("Nothing of the machine is in a bundle")
    func noPaths() throws {
        let bundle = try BuiltBundle.sample()
        let bytes = try bundle.bytes
        for text in [PackageRoot.path, NSTemporaryDirectory(), "gtfs-test-", NSUserName() + "/"] {
            #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
        }
    }
}
