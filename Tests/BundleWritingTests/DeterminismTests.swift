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
    @Test("Twice the same bytes, whatever the folder")
    func twice() throws {
        let feed = try TestFeed.sample()
        let folder = try TestFolder()
        let one = try BuiltBundle(feed.write(to: folder, as: "one"), in: folder)
        let other = try BuiltBundle(
            feed.write(to: folder, as: "deep/two"), in: TestFolder())
        #expect(try one.bytes == other.bytes)
    }

    @Test("One feed, one bundle: as folder, zip, stored zip, tar.gz, and in a folder of an archive")
    func packings() throws {
        let feed = try TestFeed.sample()
        let folder = try TestFolder()
        var inFolder = TestFeed("")
        for file in feed.files { inFolder["deep/" + file.name] = file.text }
        let packed = [
            try feed.write(to: folder),
            try feed.pack(as: .zip(options: ""), to: folder, as: "a.zip"),
            try feed.pack(as: .zip(options: "compression=store"), to: folder, as: "b.zip"),
            try feed.pack(as: .gzippedTar, to: folder, as: "c.tgz"),
            try inFolder.pack(as: .zip(options: ""), to: folder, as: "d.zip"),
        ]
        let bundles = try packed.map { try BuiltBundle($0, in: folder) }
        for bundle in bundles.dropFirst() {
            #expect(bundle.summary.contentHash == bundles[0].summary.contentHash)
            #expect(
                try bundle.lines("SELECT * FROM metadata")
                    == bundles[0].lines("SELECT * FROM metadata"))
            #expect(try bundle.bytes == bundles[0].bytes)
        }
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
        #expect(try one.bytes == other.bytes)
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

    @Test("The content hash is the feed's, whatever parts of it a bundle leaves out")
    func withoutParts() throws {
        let sample = try BuiltBundle.sample().summary.contentHash
        for part in FeedPart.allCases {
            var options = BundleBuild.Options()
            options.filter.without = [part]
            #expect(try BuiltBundle.sample(options).summary.contentHash == sample, "\(part)")
        }
    }

    @Test("Unknown files count for the content hash, too")
    func unknownFiles() throws {
        let base = try BuiltBundle(.base)
        var feed = TestFeed.base
        feed["notes.txt"] = "one"
        let noted = try BuiltBundle(feed)
        #expect(noted.summary.contentHash != base.summary.contentHash)
        feed["notes.txt"] = "another"
        #expect(try BuiltBundle(feed).summary.contentHash != noted.summary.contentHash)
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
