import Foundation
import TestSupport
import Testing

/// Harm that a feed must not do to its reader's terminal.
@Suite("Text of feeds on a terminal", .blocking) struct TerminalTextTests {
    private static let attack = "\u{1B}]0;owned\u{7}\u{1B}[31m\u{9B}2J\u{202E}"

    private let place: Workplace

    init() throws {
        var feed = TestFeed.town
        for (file, text) in [("stops.txt", "A,Harbour"), ("routes.txt", "BUS,X,1")] {
            feed[file] = feed[file]?.replacing(text, with: text + Self.attack)
        }
        place = try Workplace(feed)
        try place.build()
    }

    private func shown(_ arguments: [String]) throws -> String {
        let terminal = try Terminal(columns: 100)
        let outcome = try Command(
            arguments, folder: place.folder, errors: terminal.descriptor,
            output: terminal.descriptor)
        _ = try outcome.wait()
        return terminal.close()
    }

    @Test(
        "Nothing of it reaches the terminal",
        arguments: [
            ["build", "FEED", "-o", "BUNDLE"], ["inspect", "BUNDLE"], ["validate", "FEED"],
            ["query", "stops", "harbour", "BUNDLE"], ["query", "stop", "A", "BUNDLE"],
            ["query", "routes", "BUNDLE"], ["query", "nearby", "48,-2", "BUNDLE"],
            ["query", "trip", "bus", "BUNDLE"],
            ["query", "timetable", "BUS", "--date", "20260302", "BUNDLE"],
            ["query", "departures", "A", "--at", "2026-03-02T07:30", "BUNDLE"],
            ["query", "stop", "\u{1B}[31m", "BUNDLE"], ["verify", "FEED", "BUNDLE"],
            ["diff", "BUNDLE", "BUNDLE"], ["export", "BUNDLE", "-o", "BUNDLE\u{1B}[31m"],
        ])
    func text(arguments: [String]) throws {
        let text = try shown(
            arguments.map {
                $0 == "FEED" ? place.feed : $0.replacing("BUNDLE", with: place.bundle)
            })
        #expect(!text.isEmpty)
        #expect(!text.contains("\u{1B}]"))
        for scalar in ["\u{7}", "\u{9B}", "\u{202E}"] {
            #expect(!text.unicodeScalars.contains(where: { String($0) == scalar }))
        }
        // Red is ours in the summary of validate only, which has an error or none.
        if arguments[0] != "validate" { #expect(!text.contains("\u{1B}[31m"), "\(text)") }
    }

    @Test("JSON and CSV have it unchanged")
    func data() throws {
        let outcome = try place.run("query", "stop", "A", "--json", place.bundle)
        let object = try JSON.object(outcome.output)
        let stop = try #require(object["stop"] as? [String: Any])
        #expect(stop["stop_name"] as? String == "Harbour" + Self.attack)
        let table = try place.run("query", "stop", "A", "--csv", place.bundle)
        #expect(table.output.contains("Harbour\u{1B}]0;owned"))
    }
}
