import BundleWriting
import FeedReading
import Foundation
import SystemLayer
import TestSupport

/// `gtfs-serve` as a process, with a bundle.
///
/// `@unchecked Sendable`: a test uses it from one task.
final class ServedBundle: @unchecked Sendable {
    struct Failure: Error {
        let words: String
    }

    let folder: TestFolder
    let bundle: String
    private(set) var port: UInt16 = 0
    private var process: ProcessRun?

    init(of bundle: String) throws {
        folder = try TestFolder()
        self.bundle = bundle
    }

    init() throws {
        folder = try TestFolder()
        bundle = folder.path + "/town.sqlite"
        _ = try BundleBuild(.init()).run(
            try FeedArchive.open(TestFeed.base.write(to: folder)), to: bundle, progress: { _ in })
    }

    var url: String { "http://127.0.0.1:\(port)" }

    /// Starts to serve: at a free port the first time, then at the same.
    func start() async throws {
        let process = try ProcessRun(
            PackageRoot.executable("gtfs-serve"),
            [bundle, "--port", "\(port)", "--title", "Town API"], folder: folder)
        while true {
            let output = try process.outputSoFar
            if output.hasSuffix("\n"),
                let number = output.dropLast().split(separator: ":").last.flatMap({ UInt16($0) })
            {
                port = number
                self.process = process
                return
            }
            guard try !process.hasEnded else {
                throw Failure(words: try process.wait().standardError)
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    func stop() throws {
        process?.send(9)
        _ = try process?.wait()
        process = nil
    }
}
