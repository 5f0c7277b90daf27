import Foundation
import SystemLayer

/// Sends a server mixed questions for minutes and replaces its bundle each minute: its memory and
/// descriptors have to stay the same.
struct SoakTrial {
    let program: String
    let bundle: String
    let board: ServedBoard
    let connections: Int
    let runner: WrkRunner

    /// Questions of all kinds, in turns: new and repeated boards, lists, details. Errors are not
    /// among them, because `wrk` counts those as failures.
    private var load: WrkLoad {
        WrkLoad(
            paths: [
                board.path(), board.fixedPath, board.path(), "/api/v1/stops?q=st&limit=20",
                board.path().replacing("/departures?", with: "/arrivals?"), "/api/v1/routes",
                board.path(), "/api/v1/feed", "/api/v1/stops?limit=50", "/api/ping", "/status",
            ],
            headers: ["Accept-Encoding: gzip"], connections: connections,
            start: WrkLoad.start(on: board.date, hour: 6))
    }

    /// Prints a line each minute.
    ///
    /// - Returns: whether everything was answered.
    func run(minutes: Int) throws -> Bool {
        let served = runner.scratch + "/served.sqlite"
        try publish(0, at: served)
        let server = try ServedProgram.gtfsServe(program, serving: served)
        defer { server.stop() }
        try say(
            Printing.markdown([
                ["minute", "requests", "failures", "MB", "descriptors", "p99 ms"]
            ]))
        var failures = 0
        for minute in 1...minutes {
            try publish(minute, at: served)
            let result = try runner.run(load, at: server.address, seconds: 60)
            failures += result.failures
            let cells = [
                "\(minute)", Printing.number(result.requests, 0), "\(result.failures)",
                server.memoryBytes.map { Printing.number(Double($0) / 1e6, 1) } ?? "-",
                server.descriptors.map { "\($0)" } ?? "-",
                Printing.number(result.p99Milliseconds, 1),
            ]
            try say("| \(cells.joined(separator: " | ")) |")
        }
        return failures == 0
    }

    /// Prints a line at once, for somebody who reads it minute by minute from a file.
    private func say(_ line: String) throws {
        try StandardStream.output.write(line + "\n")
    }

    /// Puts the bundle in its place, as a file with other bytes but the same content: SQLite counts
    /// changes of a file in its header, and bundles are told apart by their hash.
    private func publish(_ number: Int, at path: String) throws {
        let new = path + ".new"
        try FileManager.default.copyItem(atPath: bundle, toPath: new)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: new))
        try file.seek(toOffset: Self.changeCounter)
        let count = UInt32(1_000_000 + number).bigEndian
        try file.write(contentsOf: withUnsafeBytes(of: count) { Data($0) })
        try file.close()
        try Files.rename(new, to: path)
    }

    private static let changeCounter: UInt64 = 24
}
