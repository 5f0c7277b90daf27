import BundleWriting
import FeedExporting
import FeedReading
import Foundation
import GRDB
import TestSupport

/// A feed with the bundle that was built of it, for tests that compare the two.
struct Proof {
    let folder: TestFolder
    let feed: String
    let bundle: String

    /// Builds a bundle of the feed at a path.
    init(_ feed: String, _ options: BundleBuild.Options = .init()) throws {
        folder = try TestFolder()
        self.feed = feed
        bundle = folder.path + "/bundle.sqlite"
        try Self.build(feed, to: bundle, options)
    }

    /// Builds a bundle of a feed that a test has written.
    init(_ feed: TestFeed, _ options: BundleBuild.Options = .init()) throws {
        folder = try TestFolder()
        self.feed = try feed.write(to: folder)
        bundle = folder.path + "/bundle.sqlite"
        try Self.build(self.feed, to: bundle, options)
    }

    /// `feeds/sample`, which has every file and field.
    static func sample(_ options: BundleBuild.Options = .init()) throws -> Proof {
        try Proof(PackageRoot.path + "/feeds/sample", options)
    }

    static func build(
        _ feed: String, to bundle: String, _ options: BundleBuild.Options = .init()
    ) throws {
        let archive = try FeedArchive.open(feed)
        _ = try BundleBuild(options).run(archive, to: bundle) { _ in }
    }

    /// Changes the bundle, as no program should.
    func alter(_ sql: String) throws {
        try DatabaseQueue(path: bundle).write { try $0.execute(sql: sql) }
    }

    /// The count of a query in the bundle.
    func integer(_ sql: String) throws -> Int? {
        try DatabaseQueue(path: bundle).read { try Int.fetchOne($0, sql: sql) }
    }

    /// The findings of `gtfs verify`.
    func outcome(everyRow: Bool = false) throws -> FeedProof.Outcome {
        try Self.outcome(feed, bundle, everyRow: everyRow)
    }

    static func outcome(
        _ feed: String, _ bundle: String, everyRow: Bool = false
    ) throws -> FeedProof.Outcome {
        try FeedProof(bundle: bundle, readsEveryRow: everyRow).run(FeedArchive.open(feed))
    }

    /// Exports the bundle to a path in the test's folder.
    func export(_ name: String, overwriting: Bool = false) throws -> String {
        let target = folder.path + "/" + name
        _ = try FeedExport(bundle: bundle).run(to: target, overwriting: overwriting)
        return target
    }
}

extension FeedProof.Outcome {
    func tally(_ file: String) -> FileTally? {
        files.first { $0.file == file }
    }

    /// The differences in a field, or in rows as a whole when no field is named.
    func differences(_ file: String, _ field: String?) -> [Difference] {
        differences.filter { $0.file == file && $0.field == field }
    }

    /// The first differences as lines, for messages.
    var lines: String { differences.map(\.description).joined(separator: "\n") }
}
