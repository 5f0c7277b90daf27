import Foundation
import TestSupport
import Testing

@Suite("An app of sixty lines without a server", .blocking)
struct LiveBoardTests {
    private let folder: TestFolder
    private let bundle: String

    init() async throws {
        folder = try TestFolder()
        bundle = folder.path + "/sample.sqlite"
        try FileManager.default.copyItem(
            atPath: try await BuiltBundle.sample.value.path, toPath: bundle)
    }

    /// The board that follows a line; the app is ended then. Its clock goes on from `time`: after more than a
    /// minute to its first board, on a very busy machine, live data is stale, and the app is started again.
    private func board(
        _ words: String, at time: String, _ urls: String...
    ) async throws -> [String] {
        for _ in 0..<20 {
            if let board = try await shown(words, at: time, urls) { return board }
        }
        Issue.record("live data is never live")
        return []
    }

    /// The same at one start; nil when the data is stale that was to be live.
    private func shown(
        _ words: String, at time: String, _ urls: [String]
    ) async throws -> [String]? {
        let app = try ProcessRun(
            PackageRoot.executable("live-board"),
            [bundle, "CJ", folder.path + "/messages"] + urls
                + ["--at", "2026-11-20T\(time)+11:00"],
            folder: folder)
        while true {
            let lines = try app.outputSoFar.components(separatedBy: "\n")
            if let first = lines.firstIndex(of: words), lines.count > first + 6 {
                app.send(15)
                _ = try app.wait()
                return Array(lines[(first + 1)...(first + 5)])
            }
            if words.contains(": live "),
                lines.contains(words.replacing(": live ", with: ": stale "))
            {
                app.send(15)
                _ = try app.wait()
                return nil
            }
            if try app.hasEnded {
                Issue.record("\(try app.wait())")
                return []
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("departures with live data; after a start without it as of then; then the timetable")
    func boards() async throws {
        let url = "file://" + PackageRoot.path + "/feeds/sample-realtime.pb"
        let asOf = "as of 07:29:30"
        let live = try await board("Central Junction: live \(asOf)", at: "07:30:00", url)
        #expect(live.contains { $0.hasSuffix("updated  T1-WD-N2") })
        #expect(live.contains { $0.hasSuffix("canceled  L2-N") })
        let later = try await board("Central Junction: stale \(asOf)", at: "07:32:00")
        #expect(later.contains { $0.hasSuffix("updated  T1-WD-N2") })
        let old = try await board("Central Junction: expired", at: "07:45:00")
        #expect(!old.contains { $0.contains("updated") || $0.contains("canceled") })
    }

    @Test("it is an app of sixty lines that are not too long")
    func size() throws {
        let text = try String(
            contentsOfFile: PackageRoot.path + "/Tests/LiveBoard/main.swift", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 60)
        #expect(lines.allSatisfy { $0.count <= 110 })
    }
}
