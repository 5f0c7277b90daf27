import BundleDiffing
import BundleWriting
import FeedReading
import TestSupport

/// Two versions of a feed as bundles, and what changed between them.
struct Versions {
    let folder: TestFolder
    let old: String
    let new: String
    let diff: BundleDiff

    init(
        _ oldFeed: TestFeed, _ newFeed: TestFeed, options: BundleBuild.Options = .init()
    ) throws {
        folder = try TestFolder()
        old = try Self.build(oldFeed, "old", in: folder, options: options)
        new = try Self.build(newFeed, "new", in: folder, options: options)
        diff = try BundleDiff(old: old, new: new)
    }

    /// The base feed, and what it becomes when lines are replaced.
    init(_ replacements: [(file: String, line: String, by: String)]) throws {
        var feed = TestFeed.base
        for (file, line, replacement) in replacements {
            let text = feed[file] ?? ""
            let lines = text.split(separator: "\n").map { $0 == line ? replacement : String($0) }
            feed[file] = lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
        }
        try self.init(.base, feed)
    }

    private static func build(
        _ feed: TestFeed, _ name: String, in folder: TestFolder, options: BundleBuild.Options
    ) throws -> String {
        let path = "\(folder.path)/\(name).sqlite"
        let archive = try FeedArchive.open(
            try feed.write(to: folder, as: name),
            options: ArchiveOptions(temporaryDirectory: folder.temporaryDirectory))
        _ = try BundleBuild(options).run(archive, to: path) { _ in }
        return path
    }
}

extension TestFeed {
    /// The feed with another id for one of its stops.
    func renaming(_ id: String, to other: String) -> TestFeed {
        var feed = self
        feed["stops.txt"] = feed["stops.txt"]?.replacing("\n\(id),", with: "\n\(other),")
        feed["stop_times.txt"] = feed["stop_times.txt"]?.replacing(",\(id),", with: ",\(other),")
        return feed
    }
}
