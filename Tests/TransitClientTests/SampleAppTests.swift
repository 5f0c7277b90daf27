import Foundation
import TestSupport
import Testing

@Suite("An app with search, boards, trips and favorites", .blocking)
struct SampleAppTests {
    private let served: ServedBundle
    private let favorites: String

    init() throws {
        served = try ServedBundle()
        favorites = served.folder.path + "/favorites.json"
    }

    /// The lines of a screen at six in the morning.
    private func screen(_ words: String..., bundle: String? = nil) throws -> [String] {
        let run = try ProcessRun.run(
            PackageRoot.executable("sample-app"),
            [served.url, bundle ?? served.bundle, favorites] + words
                + ["--at", "2026-11-23T06:00:00Z"], folder: served.folder)
        #expect(run.end == .exited(0), "\(run.standardError)")
        return run.standardOutput.split(separator: "\n").map(String.init)
    }

    @Test("Each screen, with the server up and gone")
    func screens() async throws {
        try await served.start()
        let found = try screen("search", "harb")
        #expect(found.first?.hasPrefix("A Harbour") == true)
        let board = try screen("stop", "A")
        #expect(board.first == "Harbour: From the server, just now")
        #expect(board.dropFirst().first?.hasPrefix("  08:00:00  1") == true)
        let trip = try screen("trip", "A", "1")
        #expect(trip.first == "  08:00:00  Harbour" && trip.count > 1)
        #expect(try screen("keep", "A") == ["kept Harbour"])
        #expect(try screen("favorites") == board)
        #expect(try screen("stop", "NOWHERE").first?.contains("not in the timetable") == true)
        try served.stop()
        let offline = try screen("favorites")
        #expect(offline.first?.hasPrefix("Harbour: Offline · Timetable on this device") == true)
        #expect(offline.dropFirst() == board.dropFirst())
        #expect(try screen("trip", "A", "1") == trip)
        #expect(try screen("search", "harb") == found)
    }

    @Test("The app has at most 150 lines, none too long")
    func size() throws {
        let text = try String(
            contentsOfFile: PackageRoot.path + "/Tests/SampleApp/main.swift", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 150)
        #expect(lines.allSatisfy { $0.count <= 100 })
    }
}
