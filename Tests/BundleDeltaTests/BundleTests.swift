import BundleDelta
import BundleWriting
import FeedCompiling
import FeedReading
import Foundation
import TestSupport
import Testing

@Suite("Deltas of bundles", .blocking)
struct BundleTests {
    @Test("From the whole sample feed to one without some parts")
    func sample() throws {
        let folder = try TestFolder()
        func build(_ name: String, _ without: Set<FeedPart>) throws -> String {
            let path = folder.path + "/" + name
            let archive = try FeedArchive.open(
                PackageRoot.path + "/feeds/sample",
                options: ArchiveOptions(temporaryDirectory: folder.temporaryDirectory))
            var options = BundleBuild.Options()
            options.filter.without = without
            _ = try BundleBuild(options).run(archive, to: path) { _ in }
            return path
        }
        let old = try build("old.sqlite", [])
        let new = try build("new.sqlite", [.shapes])
        let delta = folder.path + "/feed.delta"
        let packed = folder.path + "/new.sqlite.gz"
        try BundleDelta.make(from: old, to: new, at: delta)
        try BundleDelta.apply(delta, to: old, writing: folder.path + "/result.sqlite")
        try GzipFile.compress(new, to: packed)
        let result = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/result.sqlite"))
        #expect(try result == Data(contentsOf: URL(fileURLWithPath: new)))
        let sizes = try [delta, packed].map { try Data(contentsOf: URL(fileURLWithPath: $0)).count }
        #expect(sizes[0] < sizes[1] / 2)
        // A reader that knows the format from schema/delta.md alone.
        let other = folder.path + "/other.sqlite"
        let script = PackageRoot.path + "/Tests/oracle/delta.py"
        let run = try ProcessRun.run(
            "/usr/bin/env", ["python3", script, delta, old, other], folder: folder)
        #expect(run.end == .exited(0), "\(run.standardError)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == result)
    }
}
