import Foundation
import SystemLayer
import TestSupport
import Testing

final class ServeProcess {
    /// Where it listens, such as `http://127.0.0.1:8080`.
    let address: String
    private let process: ProcessRun
    private let folder: TestFolder

    init(_ arguments: [String], folder: TestFolder, port: Int = 0) async throws {
        let process = try ProcessRun(
            PackageRoot.executable("gtfs-serve"), arguments + ["--port", "\(port)"], folder: folder)
        var output = ""
        while !output.hasSuffix("\n") {
            output = try process.outputSoFar
            if try process.hasEnded {
                Issue.record("\(try process.wait().standardError)")
                break
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        self.process = process
        self.folder = folder
        address = String(output.dropLast())
    }

    var port: Int { address.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    func curl(_ path: String, _ options: [String] = []) throws -> (body: String, status: Int) {
        let result = try ProcessRun.run(
            "/usr/bin/curl", ["-sS", "-w", "\n%{http_code}"] + options + [address + path],
            folder: folder)
        let lines = result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.dropLast().joined(separator: "\n")
        return (body + result.standardError, Int(lines.last ?? "") ?? 0)
    }

    /// The most memory that it has had so far; nil where the system does not tell.
    var peakMemoryBytes: Int? {
        get throws {
            let path = "/proc/\(process.number)/status"
            guard Files.exist(at: path) else { return nil }
            let line = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                .first { $0.hasPrefix("VmHWM:") }
            return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1024 }
        }
    }

    func send(_ signal: Int32) { process.send(signal) }

    func stop() throws -> ProcessRun.Result {
        process.send(15)
        return try process.wait()
    }

    /// Ends it as a failing machine does.
    func kill() throws -> ProcessRun.Result {
        process.send(9)
        return try process.wait()
    }
}
