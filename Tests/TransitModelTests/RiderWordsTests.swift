import Foundation
import Testing

@testable import TransitModel

@Suite("Words for riders") struct RiderWordsTests {
    private let german = RiderWords(for: "de")

    @Test("Each language has a text for every key, with the same places for values")
    func complete() throws {
        #expect(Set(RiderWords.tables.keys) == ["en", "de"])
        for (language, table) in RiderWords.tables {
            for key in RiderWords.Key.allCases {
                let text = try #require(table[key], "\(language) lacks \(key.rawValue)")
                let hasValue = RiderWords.english[key].contains("{n}")
                #expect(!text.isEmpty && text.contains("{n}") == hasValue, "\(language): \(text)")
            }
        }
        #expect(RiderWords.english.texts.count == RiderWords.Key.allCases.count)
    }

    @Test(
        "A tag finds the words of its language, else English",
        arguments: [
            ("de", "Zug"), ("DE", "Zug"), ("de-AT", "Zug"), ("de_CH", "Zug"),
            ("de-Latn-DE-1996", "Zug"), ("en", "Train"), ("en-GB", "Train"), ("fr", "Train"),
            ("del", "Train"), ("x-de", "Train"), ("zh-Hant", "Train"), ("", "Train"),
            ("-", "Train"),
        ])
    func tags(tag: String, train: String) {
        #expect(RouteType.rail.displayName(in: RiderWords(for: tag)) == train)
    }

    @Test("An app replaces words, and adds a language; others stay")
    func replaced() {
        let austrian = RiderWords(for: "de-AT", replacing: ["mode.tram": "Bim"])
        #expect(RouteType.tram.displayName(in: austrian) == "Bim")
        #expect(RouteType.rail.displayName(in: austrian) == "Zug")
        let french = RiderWords(
            for: "fr", replacing: ["error.gone": "Introuvable", "feed.expires.other": "{n} jours"])
        let gone = TransitSourceError.notFound(kind: "stop", id: "x")
        #expect(gone.userMessage(in: french) == "Introuvable")
        #expect(RouteType.rail.displayName(in: french) == "Train")
        #expect(german.texts["mode.cable_car"] == "Kabelstraßenbahn")
    }

    @Test("Every type of route has a word of its own, English unless asked otherwise")
    func modes() {
        for words in [RiderWords.english, german] {
            let names = RouteType.allCases.map { $0.displayName(in: words) }
            #expect(Set(names).count == RouteType.allCases.count)
            #expect(RouteType.other.displayName(in: words) == names.last)
        }
        #expect(RouteType.cableCar.displayName == "Cable car")
        #expect(RouteType.ferry.displayName(in: german) == "Fähre")
    }

    @Test("Accessibility, validity, a shared stop and groups of routes are in the given words")
    func words() throws {
        let values: [Accessibility] = [.accessible, .notAccessible, .unknown]
        #expect(values.map(\.displayName) == ["Accessible", "Not Accessible", "Unknown"])
        #expect(
            values.map { $0.displayName(in: german) }
                == ["Barrierefrei", "Nicht barrierefrei", "Unbekannt"])
        let end = try #require(ServiceDate(yyyymmdd: 20_261_130))
        let validity = FeedValidity(feedEnd: end)
        let texts = [-3, -1, 0, 1, 3].map { days in
            [RiderWords.english, german].map {
                validity.expiryText(on: end.adding(days: -days), in: $0)
            }
        }
        #expect(
            texts == [
                ["Feed expired 3 days ago", "Fahrplan ist vor 3 Tagen abgelaufen"],
                ["Feed expired 1 day ago", "Fahrplan ist vor 1 Tag abgelaufen"],
                ["Feed expires today", "Fahrplan läuft heute ab"],
                ["Feed expires in 1 day", "Fahrplan läuft in 1 Tag ab"],
                ["Feed expires in 3 days", "Fahrplan läuft in 3 Tagen ab"],
            ])
        let shared = Stop.circularQuay.shareText(in: german).split(separator: "\n")
        #expect(shared.contains { $0.hasPrefix("Koordinaten: -33.8") })
        let route = Route(rid: 1, routeShortName: "1", routeLongName: "", type: .ferry)
        #expect(RouteGroup.grouping([route]).map(\.title) == ["Ferry"])
        #expect(RouteGroup.grouping([route], in: german).map(\.title) == ["Fähre"])
    }

    @Test("Errors of any type have a message; those of the system have a general one")
    func errors() {
        struct Broken: Error {}
        struct Away: LocalizedError {
            var errorDescription: String? { "The network is away." }
        }
        #expect(german.message(for: CancellationError()) == "Das wurde abgebrochen")
        #expect(german.message(for: Away()) == "The network is away.")
        #expect(
            german.message(for: Broken())
                == "Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal")
        let gone = TransitSourceError.notFound(kind: "stop", id: "x")
        #expect(gone.userMessage == "This is not in the timetable any more. Please search again")
        #expect(gone.localizedDescription == gone.userMessage)
        #expect(german.message(for: gone) == gone.userMessage(in: german))
        #expect(
            gone.debugDescription == "The feed has no stop x." && "\(gone)" == gone.debugDescription
        )
    }
}
