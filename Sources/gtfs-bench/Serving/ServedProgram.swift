import Foundation
import SystemLayer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server of the trial, as a process. It ends when its standard input does, and so when this
/// process ends in any way.
final class ServedProgram {
    let address: String
    private let child: ChildProcess
    private var input: ProcessPipe

    private init(
        child: ChildProcess, input: consuming ProcessPipe, address: String
    ) {
        self.child = child
        self.input = input
        self.address = address
    }

    static func gtfsServe(
        _ program: String, serving path: String, options: [String] = []
    ) throws -> ServedProgram {
        var input = try ProcessPipe()
        var output = try ProcessPipe()
        let child = try ChildProcess(
            [program, path, "--port", "0", "--until-end-of-input"] + options,
            environment: ProcessInfo.processInfo.environment, input: input.readingEnd,
            output: output.writingEnd)
        input.closeReadingEnd()
        output.closeWritingEnd()
        guard let address = try output.line() else {
            _ = child.wait()
            throw BenchmarkError("\(program) does not serve \(path)")
        }
        return ServedProgram(child: child, input: input, address: address)
    }

    static func nginx(_ program: String, files: String, scratch: String) async throws
        -> ServedProgram
    {
        for _ in 0..<20 {
            // It does not take port 0, and it exits when the port is in use.
            let port = Int.random(in: 20_000..<60_000)
            let configuration = nginxConfiguration(
                port: port, files: files, isRoot: NSUserName() == "root")
            try configuration.write(
                toFile: scratch + "/nginx.conf", atomically: false, encoding: .utf8)
            var input = try ProcessPipe()
            // It does not watch its standard input, so a shell does.
            let script = """
                "$0" -p "$1" -e error.log -c nginx.conf & pid=$!
                read line; kill $pid; wait $pid
                """
            let child = try ChildProcess(
                ["sh", "-c", script, program, scratch],
                environment: ProcessInfo.processInfo.environment, input: input.readingEnd)
            input.closeReadingEnd()
            let served = ServedProgram(
                child: child, input: input, address: "http://127.0.0.1:\(port)")
            if await served.answers("/ours.txt") { return served }
            served.stop()
        }
        throw BenchmarkError("nginx does not start; \(scratch)/error.log says why")
    }

    /// All files that nginx writes are in its folder, so that it needs no rights.
    static func nginxConfiguration(port: Int, files: String, isRoot: Bool) -> String {
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path temp;" }.joined(separator: "\n  ")
        return """
            \(isRoot ? "user root;" : "")
            daemon off;
            pid nginx.pid;
            worker_processes auto;
            events { worker_connections 1024; }
            http {
              access_log off;
              sendfile on;
              tcp_nopush on;
              keepalive_requests 1000000000;
              \(folders)
              types { application/json json; application/vnd.sqlite3 sqlite; }
              server {
                listen 127.0.0.1:\(port);
                root "\(files)";
              }
            }

            """
    }

    private func answers(_ path: String) async -> Bool {
        for _ in 0..<40 {
            do {
                return try await get(path).status == 200
            } catch {
                ThisProcess.pause(milliseconds: 50)
            }
        }
        return false
    }

    func get(_ path: String) async throws -> (status: Int, tag: String?, body: Data) {
        guard let url = URL(string: address + path) else {
            throw BenchmarkError("\(path) is not a path")
        }
        let (body, response) = try await URLSession.shared.data(from: url)
        guard let response = response as? HTTPURLResponse else {
            throw BenchmarkError("\(url) does not answer by HTTP")
        }
        return (response.statusCode, response.value(forHTTPHeaderField: "ETag"), body)
    }

    func stop() {
        input.closeWritingEnd()
        _ = child.wait(atMost: 20)
    }

    // MARK: What the system knows of it

    var memoryMegabytes: Double? {
        Self.residentBytes(ofStatus: contents("status")).map { Double($0) / 1e6 }
    }

    var processorSeconds: Double? {
        Self.processorSeconds(ofStat: contents("stat"))
    }

    private func contents(_ name: String) -> String {
        do {
            return try String(contentsOfFile: "/proc/\(child.pid)/\(name)", encoding: .utf8)
        } catch {
            return ""
        }
    }

    static func residentBytes(ofStatus text: String) -> Int? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
            .flatMap { Int($0) }.map { $0 << 10 }
    }

    /// The name of the program is in parentheses, and may contain anything.
    static func processorSeconds(ofStat text: String) -> Double? {
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[end...].split(separator: " ").dropFirst()
        // The 14th and 15th of all fields; Linux counts a hundred a second.
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }
        return ticks.count == 2 ? ticks.reduce(0, +) / 100 : nil
    }
}
