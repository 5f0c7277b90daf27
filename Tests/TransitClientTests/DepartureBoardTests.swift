import Foundation
import TestSupport
import Testing

@Suite("An app of sixty lines", .blocking)
struct DepartureBoardTests {
    private static let rows = ["  08:00:00  1  Airport", "  23:50:00  1  Airport"]

    @Test("departures with the server up, gone, and back")
    func upGoneBack() async throws {
        let served = try ServedBundle()
        try await served.start()
        let app = try ProcessRun(
            PackageRoot.executable("departure-board"),
            [served.url, served.bundle, "A", "--at", "2026-11-23T06:00:00Z"],
            folder: served.folder)
        func boards() throws -> [[Substring]] {
            var boards: [[Substring]] = []
            for line in try app.outputSoFar.split(separator: "\n") {
                if line.hasPrefix("  ") {
                    boards[boards.count - 1].append(line)
                } else {
                    boards.append([line])
                }
            }
            return boards
        }
        /// Waits for a whole board that begins with a line, after so many others.
        func board(_ words: String, after count: Int = 0) async throws -> Int {
            while true {
                let found = try boards().dropFirst(count).firstIndex { board in
                    board.first?.hasPrefix("Harbour: \(words)") == true && board.count > 2
                }
                if let found { return found + 1 }
                if try app.hasEnded {
                    Issue.record("\(try app.wait())")
                    return count
                }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        let up = try await board("from the server")
        try served.stop()
        let gone = try await board("offline, timetable to 20261231", after: up)
        try await served.start()
        let back = try await board("from the server", after: gone)
        for board in [up, gone, back] {
            let rows = try boards()[board - 1].dropFirst().prefix(2).map(String.init)
            #expect(rows.map { $0.prefix(11) } == Self.rows.map { $0.prefix(11) })
        }
        app.send(15)
        _ = try app.wait()
        try served.stop()
    }

    @Test("it is an app of sixty lines that are not too long")
    func size() throws {
        let text = try String(
            contentsOfFile: PackageRoot.path + "/Tests/DepartureBoard/main.swift", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 60)
        #expect(lines.allSatisfy { $0.count <= 100 })
    }
}
