import Foundation
import GRDB
import TestSupport

/// The folder in which the examples of the pages run: with `feeds`, and the bundle of `feeds/sample`
/// as `sample.sqlite`.
final class SampleFiles: Sendable {
    struct Failure: Error {
        let reason: String
    }

    let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/feeds", withDestinationPath: PackageRoot.path + "/feeds")
        let built = try shell("gtfs build feeds/sample -o sample.sqlite --quiet")
        guard built.end == .exited(0) else { throw Failure(reason: built.standardError) }
    }

    var bundle: String { folder.path + "/sample.sqlite" }

    /// Runs a line as a shell in this folder does that finds our programs.
    func shell(_ line: String) throws -> ProcessRun.Result {
        let programs = URL(fileURLWithPath: PackageRoot.executable("gtfs"))
            .deletingLastPathComponent().path
        return try ProcessRun.run(
            "/bin/sh", ["-c", "cd '\(folder.path)' && PATH='\(programs)':$PATH && \(line)"],
            folder: folder)
    }

    /// Starts `gtfs serve` with a file or folder of this folder; the caller ends it.
    func serve(_ path: String) async throws -> (process: ProcessRun, address: String) {
        let process = try ProcessRun(
            PackageRoot.executable("gtfs"), ["serve", folder.path + "/" + path, "--port", "0"],
            folder: folder)
        var address = ""
        while !address.hasSuffix("\n"), try !process.hasEnded {
            address = try process.outputSoFar
            try await Task.sleep(for: .milliseconds(20))
        }
        return (process, String(address.dropLast()))
    }

    func rows(_ sql: String) throws -> (columns: [String], rows: [[String]]) {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: bundle, configuration: configuration)
        return try queue.read { db -> (columns: [String], rows: [[String]]) in
            let statement = try db.makeStatement(sql: sql)
            let rows = try Row.fetchAll(statement).map { row -> [String] in
                row.map { Self.text($0.1) }
            }
            return (columns: statement.columnNames, rows: rows)
        }
    }

    private static func text(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .null: ""
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text
        case .blob: "(blob)"
        }
    }
}
