import Foundation
import TestSupport
import Testing
import TransitBundle
import TransitRealtime

@Suite("Content of alerts") struct AlertContentTests {
    typealias Part = MadeAlert.Part

    private let town: Town

    init() throws {
        town = try Town()
    }

    private func live(_ alerts: MadeAlert...) throws -> RealtimeSource {
        try town.live([MadeAlert.message(alerts)])
    }

    private func ids(
        _ alert: MadeAlert, at clock: String
    ) async throws -> (board: [String], rows: [String]) {
        let live = try live(alert)
        let stop = try await live.stop(id: "B")
        let board = try await live.board(BoardQuestion(at: stop, from: Town.date(clock)))
        return (board.alerts.map(\.id), board.events.flatMap { $0.realtime?.alerts ?? [] })
    }

    @Test("An active period is half open, and counts for riders and for runs")
    func active() async throws {
        let stop = MadeAlert([Part(stop: "B")], active: [("08:00", "08:10")])
        #expect(try await ids(stop, at: "07:59").board.isEmpty)
        #expect(try await ids(stop, at: "08:00").board == ["a"])
        #expect(try await ids(stop, at: "08:10").board.isEmpty)
        let route = MadeAlert([Part(route: "R")], active: [("07:00", "08:11")])
        #expect(try await ids(route, at: "08:00").rows.isEmpty)
        let longer = MadeAlert([Part(route: "R")], active: [("07:00", "08:12")])
        #expect(try await ids(longer, at: "08:00").rows == ["a"])
    }

    @Test("Riders read in time about what comes later, and rows have what is in force then")
    func communicated() async throws {
        let early = MadeAlert(
            [Part(route: "R")], shown: [("07:00", "")], affects: [("09:00", "")])
        let found = try await ids(early, at: "08:00")
        #expect(found.rows.isEmpty && found.board.isEmpty)
        let soon = MadeAlert([Part(route: "R")], shown: [("07:00", "")], affects: [("08:11", "")])
        let later = try await ids(soon, at: "08:00")
        #expect(later.rows == ["a"] && later.board == ["a"])
        let hidden = MadeAlert([Part(route: "R")], shown: [("09:00", "")])
        #expect(try await ids(hidden, at: "08:00").rows.isEmpty)
    }

    @Test("The older period does not count beside any of the newer ones")
    func mixed() async throws {
        let past = [("06:00", "06:30")]
        for alert in [
            MadeAlert([Part(route: "R")], active: past, affects: [("08:00", "09:00")]),
            MadeAlert([Part(route: "R")], active: past, shown: [("08:00", "09:00")]),
        ] {
            #expect(try await ids(alert, at: "08:00").rows == ["a"])
        }
    }

    @Test("A board without an end is seen at its first instant, too")
    func next() async throws {
        let live = try live(MadeAlert([Part(route: "L")], shown: [("08:00", "08:30")]))
        let next = try await live.nextDepartures(
            from: live.stop(id: "A"), at: Town.date("08:00"), count: 3)
        #expect(next.first { $0.tripID == "L1" }?.realtime?.alerts == ["a"])
    }

    @Test("An expected time decides whether a call is in the period")
    func expected() async throws {
        let alert = MadeAlert([Part(route: "R")], affects: [("08:30", "09:00")])
        let update = MadeUpdate("T1", delay: 1800)
        let live = try town.live([
            MadeAlert.message([alert]), MadeUpdate.message([update], header: "08:00"),
        ])
        let events = try await live.departures(
            from: live.stop(id: "B"), at: Town.date("08:00"), for: 3600)
        #expect(events.first?.realtime?.alerts == ["a"])
        #expect(events.first?.realtime?.delaySeconds == 1800)
    }

    @Test("The most severe is first, then by effect, then by id; unknown numbers are last and stay")
    func order() async throws {
        let part = [Part(stop: "B")]
        let live = try live(
            MadeAlert(part, id: "z", severity: 3), MadeAlert(part, id: "b", severity: 4, effect: 4),
            MadeAlert(part, id: "a", severity: 4, effect: 9),
            MadeAlert(part, id: "y", severity: 99),
            MadeAlert(part, id: "x", effect: 77, cause: 55), MadeAlert(part, id: "w", severity: 2))
        let found = try await live.alerts(about: .stop(live.stop(id: "B")), at: nil)
        #expect(found.map(\.id) == ["b", "a", "z", "w", "x", "y"])
        #expect(found.last?.severityLevel == "99")
        #expect(found[4].effect == "77" && found[4].cause == "55")
        #expect(found[0].effect == "DETOUR" && found[0].cause == "UNKNOWN_CAUSE")
    }

    @Test("An alert that repeats for each platform is on a board once; equal ids are told apart")
    func once() async throws {
        let platforms = ["S1", "S2"].map { Part(route: "R", stop: $0) }
        let live = try live(
            MadeAlert(platforms + platforms, id: "same"), MadeAlert([Part(stop: "S")], id: "same"))
        let stop = try await live.stop(id: "S")
        let board = try await live.board(BoardQuestion(at: stop, from: Town.date("08:00")))
        #expect(board.alerts.map(\.id) == ["same", "same#2"])
        #expect(board.events.first?.realtime?.alerts == ["same"])
    }

    @Test(
        "A text is in the wanted language, else its relative, else without a tag, else the first",
        arguments: [
            ("fr", "Fermé"), ("fr-CA", "Fermé"), ("en", "Closed"), ("en-NZ", "Closed"),
            ("de", "Plain"), ("EN-AU", "Closed"),
        ])
    func languages(tag: String, title: String) async throws {
        let alert = MadeAlert(
            [Part(stop: "B")], header: ["en-AU": "Closed", "fr": "Fermé", "": "Plain"])
        let spoken = try await live(alert).speaking(tag)
        let found = try await spoken.alerts(about: .everything, at: nil)
        #expect(found.first?.headerText == title)
    }

    @Test(
        "Tags fit by language, then script and region; then no tag, the feed's language, English",
        arguments: [
            (["en": "E", "de_AT": "D"], "DE", "D"), (["en": "E", "zh-Hant": "T"], "zh-CN", "T"),
            (["zh-TW": "T", "zh-SG": "S"], "zh-CN", "S"),
            (["pt-BR": "B", "pt": "P"], "pt-PT", "P"), (["es": "E", "": "plain"], "de", "plain"),
            (["es": "E", "en": "English", "fr": "French"], "de", "French"),
            (["es": "E", "en-US": "English"], "de", "English"),
            (["es": "E", "it": "I"], "de", "E"),
            (["de": " ", "es": "E"], "de", "E"), (["de": " \n"], "de", nil),
        ] as [(KeyValuePairs<String, String>, String, String?)])
    func chain(header: KeyValuePairs<String, String>, tag: String, title: String?) async throws {
        var feed = Crosstown.feed
        feed["feed_info.txt"] = """
            feed_publisher_name,feed_publisher_url,feed_lang
            Crosstown,https://example.org,fr

            """
        let message = MadeAlert.message([MadeAlert([Part(stop: "B")], header: header)])
        let spoken = try await Town(feed).live([message]).speaking(tag)
        let found = try await spoken.alerts(about: .everything, at: nil)
        #expect(found.first?.headerText == title)
    }

    @Test("A language that no text has gives the first one, never none")
    func first() async throws {
        let alert = MadeAlert([Part(stop: "B")], header: ["en-AU": "Closed"])
        for source in [try live(alert), try await live(alert).speaking("de")] as [any TransitSource]
        {
            #expect(
                try await source.alerts(about: .everything, at: nil).first?.headerText == "Closed")
        }
    }

    @Test("Alerts last an hour, also those in a message whose updates are too old after a quarter")
    func freshness() async throws {
        let message =
            MadeUpdate.message([MadeUpdate("T1", delay: 60)], header: "08:00")
            + MadeAlert.message([MadeAlert([Part(stop: "B")])])
        for (age, isLate, isShown) in [
            (800.0, true, true), (1000, false, true), (3700, false, false),
        ] {
            let now = Town.date("08:00").addingTimeInterval(age)
            let kept = RealtimeMessages(clock: { now })
            try kept.receive(message, from: "all")
            let live = RealtimeSource(over: town.bundle, messages: kept)
            #expect(try await Town.board(of: live, "B").first?.contains("updated") == isLate)
            let stop = try await live.stop(id: "B")
            #expect(try await !live.alerts(about: .stop(stop), at: nil).isEmpty == isShown)
        }
    }
}
