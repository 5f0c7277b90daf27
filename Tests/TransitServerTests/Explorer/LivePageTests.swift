import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: live data")
struct LivePageTests {
    /// The first row of the board of a stop, in words, with some news.
    private func row(
        _ news: @escaping @Sendable (StopEvent) -> CallRealtime
    ) async throws -> (cells: [String: String], page: ShownPage) {
        var pages = try await LivePages()
        pages.board = { answer in
            let event = answer.data.events[0]
            answer.data.events[0].realtime = news(event)
        }
        let page = try await pages.page("/stops/QUAY_P1")
        return (try #require(page.classedRows(ofTable: "board-table").first), page)
    }

    /// Seconds after the minute in which a row is scheduled.
    private static func expected(_ event: StopEvent, after seconds: Int) -> CallRealtime {
        let instant = event.time.seconds / 60 * 60 + seconds
        return CallRealtime(
            .updated, departure: event.time.later(by: instant - event.time.seconds),
            delaySeconds: instant - event.time.seconds)
    }

    @Test(
        "the expected time stands before the scheduled one, which is struck through",
        arguments: [(190, "3 min late"), (-120, "2 min early"), (3900, "65 min late")])
    func moved(seconds: Int, words: String) async throws {
        let (cells, page) = try await row {
            Self.expected($0, after: seconds)
        }
        let plain = try await LivePages().page("/stops/QUAY_P1")
        let scheduled = try #require(
            plain.classedRows(ofTable: "board-table").first?["time"])
        let time = try #require(cells["time"])
        #expect(time.hasPrefix("expected ") && time.hasSuffix("scheduled \(scheduled)"))
        #expect(!time.hasPrefix("expected \(scheduled)"))
        let struck = page.text.components(separatedBy: "<s>").dropFirst().map {
            ShownPage.plain(String($0.prefix { $0 != "\n" }.components(separatedBy: "</s>")[0]))
        }
        #expect(struck == ["scheduled \(scheduled)"])
        #expect(cells["notes"]?.hasPrefix(words) == true)
    }

    @Test("a time is on time where a clock shows the same minute")
    func onTime() async throws {
        let (cells, page) = try await row {
            Self.expected($0, after: 59)
        }
        #expect(cells["notes"]?.hasPrefix("on time") == true)
        #expect(!page.text.contains("<s>"))
    }

    @Test(
        "canceled and skipped rows stay where they are, struck through, with the word",
        arguments: [
            (CallRealtime.Status.canceled, "canceled"), (.skipped, "does not stop here"),
        ])
    func off(status: CallRealtime.Status, words: String) async throws {
        let plain = try await LivePages().page("/stops/QUAY_P1")
        let (cells, page) = try await row {
            CallRealtime(status, departure: $0.time.later(by: 600), stopsAway: 2)
        }
        let rows = plain.classedRows(ofTable: "board-table")
        #expect(cells["time"] == rows.first?["time"])
        #expect(cells["notes"]?.hasPrefix(words) == true)
        #expect(cells["notes"]?.contains("stops away") == false)
        #expect(page.classedRows(ofTable: "board-table").count == rows.count)
        #expect(page.text.components(separatedBy: "<s>").count == 2)
        #expect(page.text.contains("class=\"noted off\""))
        let countdowns = page.text.components(separatedBy: " data-countdown").count - 1
        #expect(countdowns == rows.count - 1)
    }

    @Test("added rows, rows without live data, platforms, headsigns and vehicles are in words")
    func words() async throws {
        let (added, _) = try await row {
            CallRealtime(.added, departure: $0.time, isScheduled: false)
        }
        #expect(added["notes"]?.hasPrefix("added") == true)
        let (unknown, _) = try await row { _ in CallRealtime(.noData) }
        #expect(unknown["notes"]?.hasPrefix("no live data") == true)
        let (moved, _) = try await row {
            CallRealtime(
                .updated, departure: $0.time, stopID: "QUAY_P2", platformCode: "2",
                headsign: "Depot", occupancyStatus: "FEW_SEATS_AVAILABLE", stopsAway: 2)
        }
        #expect(moved["platform"] == "2 1")
        #expect(moved["to"] == "Depot")
        let notes = try #require(moved["notes"])
        for words in ["platform 2 instead of 1", "instead of ", "2 stops away", "few seats"] {
            #expect(notes.contains(words), "\(words)")
        }
        let (elsewhere, _) = try await row { _ in
            CallRealtime(.updated, stopID: "U1", stopName: "Union Square")
        }
        #expect(elsewhere["platform"] == "1")
        #expect(elsewhere["notes"]?.contains("stops at Union Square instead") == true)
        let (next, _) = try await row { _ in
            CallRealtime(.scheduled, occupancyStatus: "42", stopsAway: 0)
        }
        #expect(next["notes"]?.contains("arrives next") == true)
        #expect(next["notes"]?.contains("42") == false)
    }

    @Test("a vehicle without a place for wheelchairs holds instead of the trip")
    func wheelchairs() async throws {
        let (cells, _) = try await row { _ in
            CallRealtime(.scheduled, vehicle: .init(id: "1", wheelchairAccessible: 2))
        }
        #expect(cells["access"] == "not wheelchair accessible")
    }

    @Test("a row is under the day on which it is expected")
    func day() async throws {
        let (_, page) = try await row {
            CallRealtime(.updated, departure: $0.time.later(by: 20 * 3600))
        }
        let headings = page.rows(ofTable: "board-table").filter { $0.count == 1 }
        #expect(headings.first == ["Tuesday 24 November"])
        let cells = try #require(page.classedRows(ofTable: "board-table").first)
        #expect(cells["notes"]?.contains("service of Mon 23 Nov") == true)
    }

    @Test("times of a clock are in words of a screen reader in every language")
    func german() async throws {
        var pages = try await LivePages()
        pages.board = { answer in
            let time = answer.data.events[0].time.later(by: 240)
            answer.data.events[0].realtime = CallRealtime(
                .updated, departure: time, delaySeconds: 240)
        }
        let page = try await pages.page("/stops/QUAY_P1", in: "de")
        let cells = try #require(page.classedRows(ofTable: "board-table").first)
        #expect(cells["time"]?.hasPrefix("erwartet ") == true)
        #expect(cells["notes"]?.hasPrefix("4 Min. später") == true)
        #expect(page.element("p", id: "live-state") == "Live, Stand 07:59")
    }

    // MARK: The state

    @Test("from when live data is, or that there is none, is said once")
    func state() async throws {
        for (state, seconds, words) in [
            (RealtimeState.Freshness.live, 30.0 as Double?, "Live as of 07:59"),
            (.stale, 300, "Live times are from 07:55."),
            (.expired, 3600, "No live times since 07:00: these are the timetable&#39;s."),
            (
                .expired, 90_000,
                "No live times since Sun 22 Nov, 07:00: these are the timetable&#39;s."
            ),
            (.starting, nil, "No live times: these are the timetable&#39;s."),
            (.missing, nil, "No live times: these are the timetable&#39;s."),
            (.expired, nil, "No live times: these are the timetable&#39;s."),
        ] {
            let pages = try await LivePages(state, seconds: seconds)
            for address in ["/stops/QUAY", "/trips/T1-WD-N2?date=20261123"] {
                let page = try await pages.page(address)
                #expect(page.element("p", id: "live-state") == words, "\(address)")
            }
        }
        var plain = try await LivePages()
        plain.realtime = nil
        for address in ["/stops/QUAY", "/trips/T1-WD-N2?date=20261123", "/routes/T1"] {
            let page = try await plain.page(address)
            #expect(page.element("p", id: "live-state") == nil, "\(address)")
            #expect(!page.text.contains("data-live=\"15\""), "\(address)")
        }
    }

    @Test("live data of another version of the feed is said, and no note twice")
    func otherVersion() async throws {
        var pages = try await LivePages(.stale)
        pages.board = {
            $0.meta.notes = [
                Note(.realtimeOtherVersion, field: nil, "few"),
                Note(.realtimeStale, field: nil, "stale"),
            ]
        }
        let page = try await pages.page("/stops/QUAY")
        #expect(page.text.contains("another version of the timetable"))
        #expect(!page.text.contains(">few<") && !page.text.contains(">stale<"))
    }

    @Test("what is live is asked for every 15 seconds, and a board of another time not at all")
    func ticking() async throws {
        let pages = try await LivePages()
        let now = try await pages.page("/stops/QUAY")
        #expect(now.text.contains("<section id=\"board\" data-live=\"15\" "))
        #expect(now.text.contains("<div id=\"alerts\" data-live=\"15\"></div>"))
        let then = try await pages.page("/stops/QUAY?at=2026-11-24T08:00")
        #expect(then.text.contains("<section id=\"board\" data-zone"))
        let trip = try await pages.page("/trips/T1-WD-N2?date=20261123")
        #expect(trip.text.contains("<div id=\"run\" data-live=\"15\">"))
    }

    // MARK: Alerts

    private static let track = ServiceAlert(
        id: "track work/1", headerText: "Trains <5 min> late",
        descriptionText: "Track work.\nUse buses & trams.", url: "javascript:alert(1)",
        effect: "SIGNIFICANT_DELAYS", severityLevel: "SEVERE",
        impactPeriods: [
            .init(
                start: LivePages.instant(1_795_377_600), end: LivePages.instant(1_795_386_600))
        ])
    private static let lift = ServiceAlert(
        id: "lift", url: "https://example.org/lift", effect: "ACCESSIBILITY_ISSUE",
        impactPeriods: [.init(end: LivePages.instant(1_795_386_600))])

    @Test("alerts fold out once each, their text is text, and rows name theirs")
    func alerts() async throws {
        let alerts = [Self.track, Self.lift]
        var pages = try await LivePages()
        pages.board = { answer in
            answer.data.alerts = [alerts[0]]
            answer.data.events[1].realtime = CallRealtime(
                .scheduled, alerts: ["track work/1", "gone"])
        }
        pages.stop = { $0.alerts = alerts }
        pages.route = { $0.alerts = alerts }
        pages.trip = { details in
            details.alerts = alerts
            details.calls[1].realtime = CallRealtime(.scheduled, alerts: ["lift"])
        }
        for address in ["/stops/QUAY", "/routes/T1", "/trips/T1-WD-N2?date=20261123"] {
            let page = try await pages.page(address)
            let folds = page.text.components(separatedBy: "<details class=\"notice ").dropFirst()
                .map { $0.components(separatedBy: "</details>")[0] }
            try #require(folds.count == 2, "\(address)")
            #expect(folds[0].hasPrefix("error\"><summary><b class=\"error\">Severe</b> · "))
            #expect(folds[0].contains("Trains &lt;5 min&gt; late"))
            #expect(
                folds[0].contains("<p class=\"lines\"><bdi>Track work.\nUse buses &amp; trams."))
            #expect(folds[0].contains("id=\"alert-track%20work%2F1\""))
            #expect(!folds[0].contains("href="))
            #expect(
                ShownPage.plain("<" + folds[0]).contains(
                    "delays · Mon 23 Nov, 07:00 to Mon 23 Nov, 09:30"))
            #expect(folds[1].hasPrefix("info\"><summary><bdi>accessibility</bdi>"))
            #expect(folds[1].contains("href=\"https://example.org/lift\""))
            #expect(folds[1].contains("until Mon 23 Nov, 09:30"))
        }
        let board = try await pages.page("/stops/QUAY")
        let rows = board.classedRows(ofTable: "board-table")
        #expect(rows[1]["notes"]?.contains("⚠ Alert: Trains <5 min> late") == true)
        #expect(board.text.components(separatedBy: "href=\"#alert-track%20work%2F1\"").count == 2)
        let trip = try await pages.page("/trips/T1-WD-N2?date=20261123")
        #expect(trip.rows(ofTable: "calls")[1][3].hasSuffix("⚠ Alert: accessibility"))
    }

    // MARK: Trips

    @Test("a trip has the expected time of each call, skipped ones, platforms and its vehicle")
    func trip() async throws {
        var pages = try await LivePages()
        pages.trip = { details in
            for index in details.calls.indices {
                let call = details.calls[index]
                details.calls[index].realtime =
                    index == 2
                    ? CallRealtime(.skipped)
                    : CallRealtime(
                        .updated, arrival: call.arrival?.later(by: 120),
                        departure: call.departure?.later(by: 120), delaySeconds: 120,
                        stopID: index == 1 ? "X" : nil, platformCode: index == 1 ? "9" : nil)
            }
            details.vehicle = LiveVehicle(
                id: "v", vehicle: .init(id: "104", label: "A12"),
                coordinate: Coordinate(latitude: -33.88, longitude: 151.2),
                at: LivePages.instant(1_795_381_170),
                nextCall: .init(stopSequence: details.calls[1].stopSequence),
                occupancyStatus: "FULL")
        }
        let address = "/trips/T1-WD-N2?date=20261123"
        let page = try await pages.page(address)
        let plain = try await LivePages().page(address).rows(ofTable: "calls")
        let rows = page.rows(ofTable: "calls")
        #expect(rows.count == plain.count)
        for (index, (row, old)) in zip(rows, plain).enumerated() where index != 2 {
            #expect(row[0].hasPrefix("expected ") && row[0].hasSuffix("scheduled \(old[0])"))
            #expect(row[3].hasPrefix("2 min late"))
        }
        #expect(rows[2][0] == plain[2][0] && rows[2][3].hasPrefix("does not stop here"))
        #expect(rows[1][2] == "9" && rows[1][3].contains("platform 9"))
        let vehicle = ShownPage.plain(try #require(page.element("p", id: "vehicle")))
        #expect(
            vehicle == "Vehicle A12 · between \(plain[0][1]) and \(plain[1][1]) · full · "
                + "position of 07:59")
    }

    // MARK: Vehicles and sources

    @Test("maps with live data say which vehicles to ask for; a route lists those of five minutes")
    func vehicles() async throws {
        var pages = try await LivePages()
        func vehicle(_ label: String, age: Double, run: Bool = true) -> LiveVehicle {
            LiveVehicle(
                id: label, vehicle: .init(label: label),
                coordinate: Coordinate(latitude: -33.88, longitude: 151.2),
                at: LocalInstant(pages.now.addingTimeInterval(-age), in: LivePages.zone),
                tripID: "T1-WD-N2",
                serviceDate: run ? ServiceDate(yyyymmdd: 20_261_123) : nil, routeID: "T1",
                nextCall: .init(stopID: "QUAY_P1", status: "STOPPED_AT"))
        }
        pages.vehicles = [
            vehicle("A12", age: 20), vehicle("B7", age: 40, run: false), vehicle("old", age: 301),
        ]
        let route = try await pages.page("/routes/T1")
        let list = try #require(route.element("div", id: "vehicles"))
        let items = list.components(separatedBy: "<li>").dropFirst()
        #expect(
            items.map(ShownPage.plain) == [
                "A12 · at Quayside · position of 07:59", "B7 · at Quayside · position of 07:59",
            ])
        #expect(items.first?.contains("href=\"/explorer/trips/T1-WD-N2?date=20261123\"") == true)
        #expect(items.last?.contains("href=") == false)
        for (address, query) in [
            ("/routes/T1", "route=T1"), ("/trips/T1-WD-N2?date=20261123", "trip=T1-WD-N2"),
            ("/stops/QUAY", ""),
        ] {
            let page = try await pages.page(address)
            #expect(page.text.contains("\"vehicles\":{\"query\":\"\(query)\",\"routes\":{"))
            let old = try await LivePages(.expired).page(address)
            #expect(!old.text.contains("\"vehicles\":{"))
        }
    }

    @Test("the feed's page has the sources, how they fit, and updates that do not")
    func sources() async throws {
        var pages = try await LivePages(.stale, seconds: 120)
        var source = RealtimeSourceDTO()
        source.name = "trains"
        source.kinds = ["trip_updates", "later"]
        source.state = WireWord(.stale)
        source.headerAt = "2026-11-22T20:58:00Z"
        source.matched = 12
        source.unmatched = 3
        source.problem = "HTTP 503 <b>"
        pages.report.sources = [source]
        var lost = RealtimeReportDTO.OutcomeDTO()
        lost.outcome = "unknown_trip"
        lost.count = 3
        var sample = RealtimeReportDTO.SampleDTO()
        sample.source = "trains"
        sample.tripID = "X<1>"
        lost.samples = [sample]
        pages.report.tripUpdates = [lost]
        pages.report.vehicles = 1
        var route = RealtimeReportDTO.RouteCoverageDTO()
        (route.routeID, route.runs, route.updated) = ("T<1>", 5, 2)
        var coverage = RealtimeReportDTO.CoverageDTO()
        (coverage.runs, coverage.updated, coverage.positioned) = (1234, 1000, 7)
        (coverage.routes, coverage.routeCount) = ([route], 31)
        pages.report.coverage = coverage
        let page = try await pages.page("/feed")
        #expect(
            page.rows(ofTable: "live-sources") == [
                [
                    "trains", "times, later", "old", "22 Nov 2026, 20:58 UTC", "0", "12", "3",
                    "HTTP 503 <b>",
                ]
            ])
        #expect(
            page.rows(ofTable: "live-coverage") == [
                ["31 routes", "1 234", "1 000", "7"], ["T<1>", "5", "2", "0"],
            ])
        #expect(page.items(ofList: "live-counts") == ["3 updated trips", "0 alerts", "1 vehicle"])
        #expect(page.text.contains("3 updates do not count: <code>unknown_trip</code>"))
        #expect(page.text.contains("X&lt;1&gt;"))
        let home = try await pages.page("/")
        #expect(
            home.items(ofList: "figures").contains(
                "07:58 time of the live data, not updated since"))
        var plain = try await LivePages()
        plain.realtime = nil
        for address in ["/feed", "/"] {
            let page = try await plain.page(address)
            #expect(!page.text.lowercased().contains("live data"), "\(address)")
        }
    }

    @Test("a call that is late at its arrival alone has both times, and the word of its departure")
    func lateArrival() async throws {
        var pages = try await LivePages()
        pages.trip = { details in
            let call = details.calls[1]
            guard let arrival = call.arrival, call.departure != nil else { return }
            details.calls[1].departure = arrival.later(by: 300)
            details.calls[1].realtime = CallRealtime(
                .updated, arrival: arrival.later(by: 120),
                departure: details.calls[1].departure, delaySeconds: 0)
            details.calls[2].realtime = CallRealtime(
                .updated, arrival: details.calls[2].arrival?.later(by: -60), delaySeconds: -60)
        }
        let rows = try await pages.page("/trips/T1-WD-N2?date=20261123").rows(ofTable: "calls")
        #expect(rows[1][0].hasPrefix("expected ") && rows[1][0].contains(" scheduled "))
        #expect(rows[1][3].hasPrefix("on time"))
        #expect(rows[2][3].hasPrefix("1 min early"))
    }
}
