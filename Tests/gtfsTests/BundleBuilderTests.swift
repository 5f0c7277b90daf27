import BundleWriting
import Foundation
import TestSupport
import Testing

@Suite("A bundle in one call", .blocking)
struct BundleBuilderTests {
    private let folder: TestFolder
    private let sample = PackageRoot.path + "/feeds/sample"

    init() throws {
        folder = try TestFolder()
    }

    @Test("has the bytes of the command's bundle, and a report")
    func sameBytes() async throws {
        let (one, other) = (folder.path + "/one.sqlite", folder.path + "/other.sqlite")
        let command = try Command(["build", sample, "-o", one, "--quiet"], folder: folder).wait()
        try #require(command.code == 0)
        let report = try await BundleBuilder(Feed(sample)).write(to: other)
        #expect(FileManager.default.contentsEqual(atPath: one, andPath: other))
        #expect(report.validation?.total(.error) == 0)
        #expect(report.tables.contains { $0.file == "stops.txt" && $0.bundleRows == 40 })
    }

    @Test("leaves nothing behind when its task is canceled, and the feed is as good as before")
    func cancellation() async throws {
        let feed = try Feed(sample)
        let target = folder.path + "/new.sqlite"
        let build = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await BundleBuilder(feed).write(to: target)
        }
        await #expect(throws: CancellationError.self) { try await build.value }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.contains("new.sqlite") })
        #expect(try await BundleBuilder(feed).write(to: target).validation != nil)
    }
}
