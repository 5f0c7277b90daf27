import FeedReading
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@testable import FeedValidation

/// `report.html`: the feed, then the codes that matter most.
@Suite("The page of a report") struct ReportPageTests {
    private let context = ReportContext(validatorVersion: "test", validatedAt: "now")

    private func page(_ feed: TestFeed) throws -> String {
        try Findings(feed).report.html(context)
    }

    /// A stop 15 km away in three minutes, as a timetable of whole minutes has it.
    private static let fast = TestFeed.base.with(
        """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        X,Harbor Line,https://example.org,Europe/Paris
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Harbour,48.0,2.0
        B,Market,48.135,2.0
        C,Museum,48.0,2.0
        D,Airport,48.0,2.4
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,A,1
        T1,08:03:00,08:03:00,B,2
        T1,08:06:30,08:06:30,A,3
        """)

    private static let code = "fast_travel_between_consecutive_stops"

    private func card(_ code: String, in page: String) throws -> String {
        let start = try #require(page.range(of: "id=\"\(code)\">"))
        return String(page[start.upperBound...])
            .components(separatedBy: "</section>")[0]
    }

    private func columns(_ card: String) -> [String] {
        card.components(separatedBy: "<th scope=\"col\">").dropFirst().map {
            String($0.prefix { $0 != "<" })
        }
    }

    @Test("The feed comes before the notices: agency, days, counts, map")
    func feedFirst() throws {
        let page = try page(Self.fast)
        let parts = [
            "<h1><bdi>Harbor Line</bdi></h1>", "<li>4 stops</li>", "<li>1 agency</li>",
            "<dt>Service</dt>", "<section id=\"map\"", "class=\"totals\"", "id=\"errors\"",
            "id=\"warnings\"", "<footer",
        ]
        let places = try parts.map { try #require(page.range(of: $0)?.lowerBound, "\($0)") }
        #expect(places == places.sorted())
    }

    @Test("Codes are in order of severity, then of number")
    func order() throws {
        let feed = TestFeed.base.with(
            """
            # levels.txt
            level_id,level_index
            A,zero
            B,zero
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,,48.0,2.0
            B,Market,48.0,2.1
            C,Museum,48.0,2.2
            D,Airport,48.0,2.4
            """)
        let report = try Findings(feed).report
        let codes = report.html(context).components(separatedBy: "<section class=\"code ")
            .dropFirst().compactMap { part in
                part.components(separatedBy: "id=\"").dropFirst().first.map {
                    String($0.prefix { $0 != "\"" })
                }
            }
        #expect(codes.prefix(2) == ["invalid_float", "missing_stop_name"])
        let severities = codes.compactMap { code in
            report.groups.first { $0.code == code }.map(\.severity)
        }
        #expect(
            severities
                == NoticeSeverity.allCases.flatMap { each in severities.filter { $0 == each } })
        for severity in NoticeSeverity.allCases {
            let counts = codes.compactMap { code in
                report.groups.first { $0.code == code && $0.severity == severity }?.count
            }
            #expect(counts == counts.sorted(by: >))
        }
    }

    @Test("The values that decide come first, rounded")
    func decidingColumn() throws {
        let card = try card(Self.code, in: page(Self.fast))
        #expect(columns(card).prefix(4) == ["speedKph", "distanceKm", "time", "place"])
        #expect(card.contains("<td class=\"number\" title=\"225."))
        #expect(card.contains("\">225.2</td>"))
        #expect(card.contains("\">15.01</td>"))
    }

    @Test("A minute that the rule of speed adds is told where it is added")
    func addedMinute() throws {
        let card = try card(Self.code, in: page(Self.fast))
        #expect(card.contains("<td>3 min + 1 min added</td>"))
        #expect(card.contains("<td>3 min 30 s</td>"))
        #expect(card.contains("Times in whole minutes are allowed one minute more."))
    }

    @Test("A mark of the map leads to its row, and the row to the mark")
    func marks() throws {
        let page = try page(Self.fast)
        #expect(page.contains("id=\"\(Self.code)-1\""))
        #expect(
            page.contains("<a id=\"m1\" href=\"#\(Self.code)-1\" aria-label=\"Harbour: stop A, "))
        #expect(page.contains("<td class=\"onmap\"><a href=\"#m1\">map</a></td>"))
        // A label on the map is the name of a stop.
        #expect(page.contains("\"name\":\"Harbour\",\"note\":\"stop A, \(Self.code)\""))
    }

    @Test("Cells say exactly which stop, route or trip they name, whatever is in its id")
    func ids() throws {
        let id = "B/é %&<\u{202E}"
        let stops = Self.fast.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour,48.0,2.0
            B/é %&<\u{202E},,48.0,2.1
            C,Museum,48.0,2.0
            D,Airport,48.0,2.4
            """)
        let attribute = try #require(
            try card("missing_stop_name", in: page(stops)).firstMatch(
                of: /<td data-stop="([^"]*)">/))
        #expect(attribute.1.replacing("&amp;", with: "&").removingPercentEncoding == id)
        let others = try page(
            Self.fast.with(
                """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
                A,Harbour,48.0,2.0,0,B
                B,Market,48.135,2.0,0,
                # routes.txt
                route_id,agency_id,route_short_name,route_type,route_color,route_text_color
                R,X,1,3,FFFFFF,FFFFFE
                """))
        for cell in ["data-trip=\"T1\">T1<", "data-route=\"R\">R<", "data-stop=\"B\">B<"] {
            #expect(others.contains("<td \(cell)"), "\(cell)")
        }
        #expect(try card("wrong_parent_location_type", in: others).contains("data-stop=\"B\">B<"))
    }

    @Test("A report of few codes or none says what a link to the notices of a stop has found")
    func filterOfFew() throws {
        var report = try Findings(Self.fast).report
        for count in [1, 0] {
            report.groups = Array(report.groups.prefix(count))
            let page = report.html(context)
            #expect(page.contains("<p id=\"about\""))
            #expect(page.contains("<form id=\"filter\"") == (count > 0))
            #expect(!page.contains("This page lists"))
        }
    }

    @Test("A page says how many of the notices it lists")
    func cutRows() throws {
        let stops = (1...1200).map { "S\($0),,48.0,2.1\n" }.joined()
        let feed = TestFeed.base.with(
            TestFeed("# stops.txt\nstop_id,stop_name,stop_lat,stop_lon\n" + stops))
        let report = try Findings(feed).report
        let page = report.html(context)
        let about = try #require(page.firstMatch(of: /<p id="about"[^\n]*(This page lists [^<]*)/))
        let all = report.groups.reduce(0) { $0 + $1.count }
        #expect(about.1.replacing("\u{202F}", with: "").contains(" of \(all) notices."))
        let card = try card("missing_stop_name", in: page)
        #expect(card.contains("First 1\u{202F}000 of 1\u{202F}200 notices"))
        #expect(card.components(separatedBy: "<tr id=").count == 1001)
    }

    @Test("Codes with few notices leave their rows to others, up to 3,000 for a page")
    func rowLimit() {
        #expect(NoticeCard.rowLimit([]) == 3000)
        #expect(NoticeCard.rowLimit([1000, 20, 1]) == 3000)
        #expect(NoticeCard.rowLimit([1000, 200, 1000, 1000, 1000]) == 700)
        #expect(NoticeCard.rowLimit([Int](repeating: 1000, count: 100)) == 30)
    }

    @Test("An example is told apart from the feed's own rows")
    func example() throws {
        let card = try card(Self.code, in: page(Self.fast))
        #expect(card.contains("<summary>Example, not from this feed</summary>\n<pre>"))
    }

    @Test("The page's style and script cannot end their elements, and ask for nothing")
    func files() throws {
        let page = try page(Self.fast)
        #expect(page.components(separatedBy: "&#39;sha256-").count == 4)
        #expect(page.components(separatedBy: "</script>").count == 4)
        #expect(page.components(separatedBy: "</style>").count == 2)
        #expect(!HTMLReport.style.contains("url(") && !HTMLReport.style.contains("@import"))
        #expect(!page.contains(" style=") && !page.contains(" onclick="))
    }

    @Test("A feed that cannot be read has no facts")
    func unreadable() {
        let options = ValidationOptions(date: ServiceDate.earliest)
        let report = ValidationReport(
            unreadable: "/a/lost.zip", because: "no such file", options: options)
        let page = report.html(context)
        #expect(page.contains("The feed could not be read: no such file"))
        #expect(page.contains("<h1><bdi>lost.zip</bdi></h1>"))
        #expect(!page.contains("feed_info.txt"))
    }

    @Test(
        "Numbers have the digits that tell them apart",
        arguments: [
            (298.4726956989654, [0.3], "298.5"), (0.3, [298.47], "0.3"),
            (1112.0, [], "1\u{202F}112"),
            (723.0178, [723.0179], "723.0178"), (0.11119510090982554, [], "0.111"),
            (0.00001234, [], "0.00001"), (0.0, [0.0], "0"), (225.167, [15.01], "225.2"),
            (15.0111, [225.1], "15.01"), (-0.5, [], "-0.5"), (1e300, [1e301], "1e+300"),
        ] as [(Double, [Double], String)])
    func numbers(_ number: Double, among others: [Double], text: String) {
        let cell = NoticeCell(.number(number), named: "distanceKm", among: others + [number])
        #expect(cell.text == text)
        #expect(cell.value == nil || cell.value == "\(number)")
    }

    @Test("Days have dashes, degrees five decimals, and a cell of the feed is as it is")
    func values() {
        func text(_ value: NoticeValue, _ name: String) -> String {
            NoticeCell(value, named: name, among: []).text
        }
        #expect(text(.text("20261120"), "feedEndDate") == "20 Nov 2026")
        #expect(text(.text("20261120"), "fieldValue") == "20261120")
        #expect(text(.text("20261399"), "feedEndDate") == "20261399")
        let place = NoticeValue.list([.number(36.03440859097795), .number(-115.04701175379833)])
        #expect(text(place, "match") == "36.03441, -115.04701")
        #expect(text(.number(-200.123456789), "fieldValue") == "-200.123456789")
        #expect(text(.integer(35441), "stopSequence") == "35441")
    }
}
