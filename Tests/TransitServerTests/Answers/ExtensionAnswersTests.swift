import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@testable import TransitAnswers
@testable import TransitServer

@Suite("Files and columns that the reference does not know, over the API")
struct ExtensionAnswersTests {
    private let feed = Result {
        let folder = try TestFolder()
        return try withExtendedLifetime(folder) {
            try AnsweredFeed(feed: ExtendedFeed.write(to: folder))
        }
    }

    @Test("The list has all tables, and none in a feed without any")
    func list() async throws {
        let feed = try feed.get()
        let answer: Envelope<ListDTO<ExtensionTable>> = try await feed.ask("extensions")
        #expect(answer.data.elements == (try await feed.bundle.extensionTables()))
        #expect(answer.data.elements.count == 7)
        let sample = try await AnsweredFeed.sample.value
        let none: Envelope<ListDTO<ExtensionTable>> = try await sample.ask("extensions")
        #expect(none.data.elements.isEmpty)
    }

    @Test("Pages of a table are the table, whatever their size", arguments: [9, 100, 250, 500])
    func pages(limit: Int) async throws {
        let feed = try feed.get()
        for table in try await feed.bundle.extensionTables() {
            var rows: [ExtensionRow] = []
            var cursor: String?
            repeat {
                let page: Envelope<ModelDTO<ExtensionRows>> = try await feed.ask(
                    "extensions/\(table.table)?limit=\(limit)"
                        + (cursor.map { "&cursor=\($0)" } ?? ""))
                #expect(page.data.table == table)
                rows += page.data.rows
                cursor = page.meta.next
            } while cursor != nil
            #expect(rows == (try await feed.bundle.extensionRows(of: table.table, limit: .max)))
        }
    }

    @Test("A table that is not there is not found, and the nearest are named")
    func missing() async throws {
        let feed = try feed.get()
        for name in ["x_facilitys", "stops", "x_stops_rows", "sqlite_master", "a%22b"] {
            let failure = try await feed.failure("extensions/\(name)")
            #expect(failure.code == .notFound)
            #expect(failure.details.map(\.field) == ["table"])
        }
        let near = try await feed.failure("extensions/x_facilitys")
        #expect(near.message.contains("x_facilities"))
        let sample = try await AnsweredFeed.sample.value
        #expect(try await sample.failure("extensions/x_stops").code == .notFound)
        let other: Envelope<ModelDTO<ExtensionRows>> = try await feed.ask(
            "extensions/x_facilities?limit=1")
        let cursor = try #require(other.meta.next)
        #expect(
            try await feed.failure("extensions/x_stops?limit=1&cursor=\(cursor)").code
                == .staleCursor)
    }

    @Test("Details have the rows with the id, where they are asked for")
    func details() async throws {
        let feed = try feed.get()
        let bundle = feed.bundle
        let stop: Envelope<StopDetailsDTO> = try await feed.ask("stops/QUAY?with=extensions")
        #expect(stop.data.extensions == (try await bundle.extensions(of: bundle.stop(id: "QUAY"))))
        #expect(stop.data.extensions.count == 2)
        let route: Envelope<RouteDetailsDTO> = try await feed.ask("routes/T1?with=extensions")
        #expect(route.data.extensions == (try await bundle.extensions(of: bundle.route(id: "T1"))))
        let trip = try await bundle.extensions(of: bundle.trip(id: "T1-WD-N1"))
        for query in ["", "&date=20261123", "&date=20261122", "&at=2026-11-23T08:00:00Z"] {
            let answer: Envelope<TripDetailsDTO> = try await feed.ask(
                "trips/T1-WD-N1?with=extensions\(query)")
            #expect(answer.data.extensions == trip)
        }
        for address in ["stops/QUAY", "routes/T1", "trips/T1-WD-N1"] {
            let plain = try await feed.body(address)
            #expect(!String(decoding: plain.bytes, as: UTF8.self).contains("extensions"))
            #expect(try await feed.failure("\(address)?with=all").code == .badValue)
        }
        let sample = try await AnsweredFeed.sample.value
        let none: Envelope<StopDetailsDTO> = try await sample.ask("stops/QUAY?with=extensions")
        #expect(none.data.extensions.isEmpty)
    }
}
