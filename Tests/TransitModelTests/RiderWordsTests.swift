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
                ["Timetable expired 3 days ago", "Fahrplan ist vor 3 Tagen abgelaufen"],
                ["Timetable expired 1 day ago", "Fahrplan ist vor 1 Tag abgelaufen"],
                ["Timetable expires today", "Fahrplan läuft heute ab"],
                ["Timetable expires in 1 day", "Fahrplan läuft in 1 Tag ab"],
                ["Timetable expires in 3 days", "Fahrplan läuft in 3 Tagen ab"],
            ])
        let quay = Stop(sid: 1, stopName: "Quay", stopLat: -33.8615, stopLon: 151.2106)
        let shared = quay.shareText(in: german).split(separator: "\n")
        #expect(shared.contains { $0.hasPrefix("Koordinaten: -33.8") })
        let route = Route(rid: 1, routeShortName: "1", routeLongName: "", type: .ferry)
        #expect(RouteGroup.grouping([route]).map(\.title) == ["Ferry"])
        #expect(RouteGroup.grouping([route], in: german).map(\.title) == ["Fähre"])
    }

    @Test("An answer says where it is from, and only one that the server owed says offline")
    func origins() throws {
        let end = try #require(ServiceDate(yyyymmdd: 20_270_630))
        let origins: [AnswerOrigin] = [
            .live, .cached(ageSeconds: 7), .bundle(version: "1", end: end), .bundle(version: nil),
            .bundle(version: "1", end: end, isOffline: true),
        ]
        #expect(
            origins.map { $0.text() } == [
                "From the server, just now", "From the server, 7 seconds ago",
                "Timetable on this device, valid until 2027-06-30", "Timetable on this device",
                "Offline · Timetable on this device, valid until 2027-06-30",
            ])
        #expect(
            origins.map { $0.text(in: german) } == [
                "Vom Server, gerade eben", "Vom Server, vor 7 Sekunden",
                "Fahrplan auf diesem Gerät, gültig bis 2027-06-30", "Fahrplan auf diesem Gerät",
                "Offline · Fahrplan auf diesem Gerät, gültig bis 2027-06-30",
            ])
    }

    @Test("A text to share has a place and a link to a map only where it is on the globe")
    func sharedLinks() {
        func text(_ latitude: Double, _ longitude: Double) -> String {
            Stop(sid: 1, stopName: "A", stopLat: latitude, stopLon: longitude).shareText
        }
        #expect(text(90, -180).contains("https://"))
        #expect(!text(91, 0).contains("https://"))
        #expect(!text(0, 180.5).contains("https://"))
        #expect(text(91, 0) == "A")
    }

    @Test("Stops and trips have words for wheelchairs and bicycles, frequent trips for their times")
    func trips() {
        let stop = Stop(sid: 1, stopName: "A", stopLat: nil, stopLon: nil, wheelchairBoarding: 2)
        let trip = Trip(tripID: "1", wheelchairAccessible: 1, bikesAllowed: 2)
        #expect(stop.accessibility.displayName(in: german) == "Nicht barrierefrei")
        #expect(trip.accessibility.displayName(in: german) == "Barrierefrei")
        #expect(trip.bikes.displayName == "Not Allowed" && trip.cars.displayName == "Unknown")
        #expect(trip.bikes.displayName(in: german) == "Nicht erlaubt")
        let texts = [30, 89, 90, 360].map {
            Timetable.Row(tripID: "1", headwaySecs: $0, exactTimes: 0).headwayText()
        }
        #expect(
            texts == [
                "about every minute", "about every minute", "about every 2 min",
                "about every 6 min",
            ])
        let run = TripRun(trip: trip, serviceDate: .earliest, headwaySecs: 360)
        #expect(run.isAboutEvery && run.headwayText(in: german) == "etwa alle 6 Min.")
        let exact = Timetable.Row(tripID: "1", headwaySecs: 360, exactTimes: 1)
        #expect(!exact.isAboutEvery && exact.headwayText() == nil)
        #expect(Timetable.Row(tripID: "1").headwayText() == nil)
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
