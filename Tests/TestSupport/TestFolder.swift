import Foundation

/// A folder of its own for a test, gone with the test.
package final class TestFolder: Sendable {
    package let path: String

    package init() throws {
        path = NSTemporaryDirectory() + "/gtfs-test-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path + "/temporary", withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("\(path) stays behind: \(error)")
        }
    }

    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let url = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// Where code under test puts temporary files.
    package var temporaryDirectory: String { path + "/temporary" }

    package func temporaryFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: temporaryDirectory)
    }
}
