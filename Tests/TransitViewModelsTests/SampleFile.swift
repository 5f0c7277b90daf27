import BundleWriting
import FeedReading
import Foundation
import TransitBundle

/// The bundle of `feeds/sample`, for screens to show.
enum SampleFile {
    /// Built once for all tests; the file is gone again as soon as it is open.
    static let bundle = Task { () throws -> TransitBundle in
        let path = newPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try build(at: path)
        return try TransitBundle(path: path)
    }

    /// Monday 23 November 2026, half past seven in the morning in Sydney.
    static let monday = Date(timeIntervalSince1970: 1_795_379_400)

    static func newPath() -> String {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("TransitViewModelsTests-\(UUID().uuidString).sqlite").path
    }

    static func build(at path: String) throws {
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let archive = try FeedArchive.open(package.appendingPathComponent("feeds/sample").path)
        _ = try BundleBuild(BundleBuild.Options()).run(archive, to: path, progress: { _ in })
    }
}
