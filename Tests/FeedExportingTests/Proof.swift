import BundleWriting
import FeedExporting
import FeedReading
import Foundation
import GRDB
import TestSupport

struct Proof {
    let folder: TestFolder
    let feed: String
    let bundle: String

    init(_ feed: String, _ options: BundleBuild.Options = .init()) throws {
        folder = try TestFolder()
        self.feed = feed
        bundle = folder.path + "/bundle.sqlite"
        try Self.build(feed, to: bundle, options)
    }

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

    func alter(_ sql: String) throws {
        try DatabaseQueue(path: bundle).write { try $0.execute(sql: sql) }
    }

    func integer(_ sql: String) throws -> Int? {
        try DatabaseQueue(path: bundle).read { try Int.fetchOne($0, sql: sql) }
    }

    func outcome(everyRow: Bool = false) throws -> FeedProof.Outcome {
        try Self.outcome(feed, bundle, everyRow: everyRow)
    }

    static func outcome(
        _ feed: String, _ bundle: String, everyRow: Bool = false
    ) throws -> FeedProof.Outcome {
        try FeedProof(bundle: bundle, readsEveryRow: everyRow).run(FeedArchive.open(feed))
    }

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

    func differences(_ file: String, _ field: String?) -> [Difference] {
        differences.filter { $0.file == file && $0.field == field }
    }

    var lines: String { differences.map(\.description).joined(separator: "\n") }
}
