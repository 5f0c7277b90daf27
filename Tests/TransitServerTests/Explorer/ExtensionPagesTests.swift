import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitServer

@Suite("The explorer: files and columns that the reference does not know")
struct ExtensionPagesTests {
    @Test("Stop, route and trip have a fold-out with the file, the column and its values")
    func foldOut() async throws {
        let feed = try await ShownFeed.extended()
        let stop = try await feed.page("/explorer/stops/QUAY")
        #expect(stop.status == 200)
        let folded = try #require(stop.element("details", id: "further"))
        #expect(folded.contains("<code>stops.txt</code>"))
        #expect(stop.rows(ofTable: "x_stops") == [["QUAY", ExtendedFeed.hostileText]])
        let facilities = stop.rows(ofTable: "x_facilities")
        #expect(facilities.map { $0[0] } == ["F1", "F2"])
        // A long text is cut.
        #expect(facilities[1][2] == String(repeating: "0", count: 500) + "…")
        let route = try await feed.page("/explorer/routes/T1")
        #expect(route.rows(ofTable: "x_routes") == [["T1", "A-Line"]])
        let trip = try await feed.page("/explorer/trips/T1-WD-N1")
        #expect(trip.rows(ofTable: "x_trips") == [["T1-WD-N1", "Low floor", "A"]])
        // Calls without a value are left out.
        #expect(trip.rows(ofTable: "x_stop_times") == [["T1-WD-N1", "2", "First door"]])
        // Nothing is said of a stop without values.
        #expect(try await feed.page("/explorer/stops/SB").element("details", id: "further") == nil)
    }

    @Test("The list has each table, an unknown file with its first rows")
    func list() async throws {
        let feed = try await ShownFeed.extended()
        let about = try await feed.page("/explorer/feed")
        #expect(
            about.element("p", id: "extensions")?.contains("href=\"/explorer/extensions\"") == true)
        let page = try await feed.page("/explorer/extensions")
        #expect(page.status == 200)
        for file in ["stops.txt", "stop_times.txt", "facilities.txt", "notes.txt"] {
            #expect(page.text.contains("<code>\(file)</code>"))
        }
        #expect(page.rows(ofTable: "x_facilities").map { $0[0] } == ["F1", "F2", "F3"])
        #expect(page.rows(ofTable: "x_notes") == [["N1", "Via the quay"]])
        #expect(page.element("table", id: "x_stops") == nil)
    }

    @Test("A table is shown page by page")
    func pages() async throws {
        let feed = try await ShownFeed.extended()
        var address: String? = "/explorer/extensions/x_facilities"
        var ids: [String] = []
        while let next = address {
            let page = try await feed.page(next)
            #expect(page.status == 200)
            ids += page.rows(ofTable: "x_facilities").map { $0[0] }
            address = page.text.firstMatch(of: #/<a rel="next" href="([^"]+)"/#).map {
                String($0.1)
            }
        }
        #expect(ids == (1...250).map { "F\($0)" })
        #expect(try await feed.page("/explorer/extensions/x_none").status == 404)
        #expect(try await feed.page("/explorer/extensions/stops").status == 404)
    }

    @Test("No text of a header or a cell becomes markup")
    func hostile() async throws {
        let feed = try await ShownFeed.extended()
        for address in [
            "stops/QUAY", "extensions", "extensions/x_facilities", "extensions/x_stops",
        ] {
            let page = try await feed.page("/explorer/\(address)")
            #expect(!page.text.contains("<script>alert"), "\(address)")
            #expect(!page.text.contains("DROP <b>"), "\(address)")
            #expect(page.text.contains("DROP"), "\(address)")
        }
    }

    @Test("A feed without any shows none, and asks for none")
    func none() async throws {
        let feed = try await ShownFeed.sample()
        for address in ["stops/QUAY", "routes/T1", "trips/T1-WD-N1", "feed"] {
            let page = try await feed.page("/explorer/\(address)")
            #expect(!page.text.contains("extensions"), "\(address)")
            #expect(page.element("details", id: "further") == nil)
        }
        #expect(try await feed.page("/explorer/extensions").text.contains("no files or columns"))
    }
}
