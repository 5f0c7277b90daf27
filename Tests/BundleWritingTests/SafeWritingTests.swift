import BundleWriting
import FeedReading
import Foundation
import GRDB
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Files that the command leaves on disk when it does not end well. Processes, because the kernel
/// is what is asked.
@Suite("Writing is safe", .blocking, .serialized)
struct SafeWritingTests {
    /// The beginning of a bundle, which a build replaces.
    private static let old = Array("SQLite format 3\0the published bundle".utf8)
    private let folder: TestFolder
    private let target: String

    init() throws {
        folder = try TestFolder()
        target = try folder.write("out/feed.sqlite", Self.old)
    }

    private func start(_ feed: String) throws -> ProcessRun {
        try ProcessRun(
            PackageRoot.executable("gtfs"), ["build", feed, "-o", target], folder: folder)
    }

    private func build(_ feed: String) throws -> ProcessRun.Result {
        try start(feed).wait()
    }

    private var isUntouched: Bool {
        get throws {
            try Data(contentsOf: URL(fileURLWithPath: target)) == Data(Self.old)
        }
    }

    private func filesBesideTarget() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").filter {
            $0 != "feed.sqlite"
        }
    }

    /// A feed that takes a while.
    private func largeFeed() throws -> String {
        let source = StopTimesFeed(trips: 1000, stops: 60)
        return try source.feed(source.rows()).write(to: folder, as: "large")
    }

    @Test("A kill at any moment leaves the old bundle; the next run cleans up")
    func killed() throws {
        let feed = try largeFeed()
        var random = SeededGenerator(seed: 14)
        var kills = 0
        var leftovers = 0
        // How long a build takes here and now, so that kills meet every part of it. Beside other tests
        // it may be over before this thread runs again: such a round does not count.
        var longest = 1.0
        for _ in 0..<1000 where kills < 14 || leftovers < 3 {
            let process = try start(feed)
            let begin = Date()
            usleep(UInt32(Double.random(in: 0..<longest, using: &random) * 1e6))
            process.send(SIGKILL)
            let isKilled = try process.wait().end == .killed(SIGKILL)
            if !isKilled { longest = min(longest, Date().timeIntervalSince(begin)) }
            // Killed or not, it may have been done: then the new bundle is whole.
            guard isKilled, try isUntouched else {
                #expect(try filesBesideTarget() == [])
                let answer = try BuiltBundle.open(target).read {
                    try String.fetchAll($0, sql: "PRAGMA integrity_check")
                }
                #expect(answer == ["ok"])
                _ = try folder.write("out/feed.sqlite", Self.old)
                continue
            }
            kills += 1
            leftovers += try filesBesideTarget().isEmpty ? 0 : 1
            #expect(try filesBesideTarget().count <= 1, "what the run before left is gone")
        }
        #expect(kills >= 14)
        #expect(leftovers >= 3, "the test kills while the file is there")
        _ = try folder.write("out/feed.sqlite", Self.old)
        #expect(try build(feed).end == .exited(0))
        #expect(try filesBesideTarget() == [])
        #expect(try !isUntouched)
        let answer = try BuiltBundle.open(target).read {
            try String.fetchAll($0, sql: "PRAGMA integrity_check")
        }
        #expect(answer == ["ok"])
    }

    @Test("A file size limit in the middle of writing leaves the old bundle and no litter")
    func fileSizeLimit() throws {
        let feed = try largeFeed()
        let command = "ulimit -f 64; exec \"$0\" build \"$1\" -o \"$2\""
        let result = try ProcessRun.run(
            "/bin/sh", ["-c", command, PackageRoot.executable("gtfs"), feed, target],
            folder: folder)
        #expect([.exited(73), .exited(74)].contains(result.end))
        #expect(result.standardError.contains("feed.sqlite"))
        #expect(result.standardError.split(separator: "\n").count == 1)
        #expect(try isUntouched)
        let small = try TestFeed.base.write(to: folder)
        #expect(try build(small).end == .exited(0))
        #expect(try filesBesideTarget() == [])
    }

    @Test("A broken feed leaves the old bundle and no litter")
    func brokenFeed() throws {
        let zip = try TestFeed.base.pack(as: .zip(options: ""), to: folder, as: "feed.zip")
        var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: zip)))
        for index in 60..<200 { bytes[index] ^= 0x5A }
        let broken = try folder.write("broken.zip", bytes)
        let result = try build(broken)
        #expect(result.end == .exited(65))
        #expect(try isUntouched)
        #expect(try filesBesideTarget() == [])
    }

    @Test("An unwritable folder has an exit code, and no file is made")
    func unwritable() throws {
        let feed = try TestFeed.base.write(to: folder)
        let places = [
            folder.path + "/missing/feed.sqlite", folder.path + "/out", target + "/feed.sqlite",
            "/proc/feed.sqlite", folder.path + "/out/",
        ]
        for place in places {
            let result = try ProcessRun.run(
                PackageRoot.executable("gtfs"), ["build", feed, "-o", place], folder: folder)
            #expect(result.end == .exited(73), "\(place)")
            #expect(result.standardError.split(separator: "\n").count == 1)
        }
        #expect(try isUntouched)
        #expect(try filesBesideTarget() == [])
    }

    @Test("A build under way is left alone by another one of the same target")
    func locked() throws {
        let held = try folder.write("out/.feed.sqlite.gtfs-Held00", Array("in use".utf8))
        let left = try folder.write("out/.feed.sqlite.gtfs-Left00", Array("left".utf8))
        let other = try folder.write("out/.other.sqlite.gtfs-Left00", Array("other".utf8))
        let descriptor = open(held, O_RDONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let feed = try TestFeed.base.write(to: folder)
        #expect(try build(feed).end == .exited(0))
        let manager = FileManager.default
        #expect(manager.fileExists(atPath: held))
        #expect(!manager.fileExists(atPath: left))
        #expect(manager.fileExists(atPath: other))
    }

    @Test("Two builds of one target at once both succeed")
    func twoAtOnce() throws {
        let feed = try largeFeed()
        let builds = [try start(feed), try start(feed)]
        for build in builds { #expect(try build.wait().end == .exited(0)) }
        #expect(try filesBesideTarget() == [])
    }
}
