import BundleWriting
import FeedReading
import Foundation
import GRDB
import TestSupport
import Testing

/// `Sources/TransitSample/sample.sqlite` is the bundle of ``SampleFeed``: `RECORD_SAMPLE=1` makes it
/// anew.
@Suite("The bundle of the sample") struct SampleBundleTests {
    private static let path = PackageRoot.path + "/Sources/TransitSample/sample.sqlite"

    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func made() throws -> String {
        let feed = try SampleFeed.whole().write(to: folder)
        let (bundle, small) = (folder.path + "/bundle.sqlite", folder.path + "/small.sqlite")
        _ = try BundleBuild(BundleBuild.Options()).run(
            try FeedArchive.open(feed), to: bundle, progress: { _ in })
        let queue = try DatabaseQueue(path: bundle)
        try queue.writeWithoutTransaction { db in
            // Most tables have a row or two: with the usual pages it has 370 KB.
            try db.execute(sql: "PRAGMA page_size = 512; VACUUM INTO '\(small)'")
        }
        try queue.close()
        return small
    }

    private func metadata(_ path: String) throws -> [String: String] {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration).read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT key, value FROM metadata")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    @Test("It is the bundle of its feed, and small")
    func current() throws {
        let made = try made()
        if ProcessInfo.processInfo.environment["RECORD_SAMPLE"] == "1" {
            try Data(contentsOf: URL(fileURLWithPath: made))
                .write(to: URL(fileURLWithPath: Self.path))
            Issue.record("sample.sqlite was recorded anew")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: Self.path)).count <= 150_000)
        let (new, old) = (try metadata(made), try metadata(Self.path))
        let changed = new.filter { old[$0.key] != $0.value }.keys
        #expect(changed.allSatisfy { $0 == "sqlite_version" }, "RECORD_SAMPLE=1 makes it anew")
        // Another SQLite may write other bytes.
        guard changed.isEmpty else { return }
        #expect(
            FileManager.default.contentsEqual(atPath: made, andPath: Self.path),
            "RECORD_SAMPLE=1 makes it anew")
    }
}
