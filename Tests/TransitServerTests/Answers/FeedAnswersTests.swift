import BundleWriting
import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@Suite("The feed and its files over the API")
struct FeedAnswersTests {
    private func all<Payload: DTO, Row>(
        _ feed: AnsweredFeed, at address: String, _ rows: (Payload) -> [Row]
    ) async throws -> [Row] {
        var found: [Row] = []
        var cursor: String?
        repeat {
            let page: Envelope<Payload> = try await feed.ask(
                address + (cursor.map { "&cursor=\($0)" } ?? ""))
            found += rows(page.data)
            cursor = page.meta.next
        } while cursor != nil
        return found
    }

    @Test("publisher, licence, zone, languages, days, box, counts")
    func feed() async throws {
        let feed = try await AnsweredFeed.sample.value
        let answer: Envelope<FeedDTO> = try await feed.ask("feed")
        #expect(answer.data.model == (try await feed.bundle.feed()))
        #expect(answer.data.timezone == "Australia/Sydney")
        #expect(answer.data.languages == (try await feed.bundle.languages()))
        #expect(answer.data.days.end?.yyyymmdd == 20_270_630)
        #expect(answer.data.counts["stops"] == 40)
        #expect(answer.data.counts["stop_times"] ?? 0 > 100)
        #expect(answer.data.box == (try await feed.bundle.extent()).box)
        let agencies: Envelope<ListDTO<Agency>> = try await feed.ask("agencies")
        #expect(agencies.data.elements == answer.data.agencies)
        #expect(agencies.data.elements.count == 2)
    }

    @Test("pages of files are the files, whatever their size", arguments: [1, 2, 100])
    func pages(limit: Int) async throws {
        let feed = try await AnsweredFeed.sample.value
        let bundle = feed.bundle
        let transfers = try await all(feed, at: "transfers?limit=\(limit)") {
            (page: ListDTO<Transfer>) in
            page.elements
        }
        #expect(transfers == (try await bundle.transfers(limit: .max)).rows)
        let stop = try await bundle.stop(id: "QUAY")
        let here = try await all(feed, at: "transfers?stop=QUAY&limit=\(limit)") {
            (page: ListDTO<Transfer>) in page.elements
        }
        #expect(here == (try await bundle.transfers(at: stop)))
        #expect(here.count > 1)
        let arabic = try await all(feed, at: "translations?language=ar&limit=\(limit)") {
            (page: TranslationListDTO) in page.translations
        }
        #expect(arabic == (try await bundle.translations(in: "ar", limit: .max)).rows)
        #expect(!arabic.isEmpty)
        let services = try await all(feed, at: "services?limit=\(limit)") {
            (page: ListDTO<ServiceDTO>) in page.elements
        }
        #expect(services.map(\.serviceID) == (try await bundle.services()).rows.map(\.serviceID))
        let saturday = try await all(feed, at: "services?date=20261121&limit=\(limit)") {
            (page: ListDTO<ServiceDTO>) in page.elements.map(\.serviceID)
        }
        #expect(saturday == ["DAILY", "NIGHT", "WE"])
    }

    @Test("services with a character for each day")
    func services() async throws {
        let feed = try await AnsweredFeed.sample.value
        let answer: Envelope<ListDTO<ServiceDTO>> = try await feed.ask("services")
        let first = try #require(ServiceDate(yyyymmdd: 20_260_625))
        for day in 0..<400 {
            let date = first.adding(days: day)
            let running = answer.data.elements.filter { $0.runs(on: date) }.map(\.serviceID)
            #expect(running == (try await feed.bundle.activeServices(on: date)), "\(date)")
        }
        let outside: Envelope<ListDTO<ServiceDTO>> = try await feed.ask("services?date=20300101")
        #expect(outside.data.elements.isEmpty)
        #expect(outside.meta.notes.map(\.code.text) == ["outside_feed"])
    }

    @Test("services with their trips, each of frequencies.txt as one")
    func tripsOfServices() async throws {
        let feed = try await AnsweredFeed.sample.value
        let answer: Envelope<ListDTO<ServiceDTO>> = try await feed.ask("services")
        let text = try String(
            contentsOfFile: PackageRoot.path + "/feeds/sample/trips.txt", encoding: .utf8)
        let trips = text.split(whereSeparator: \.isNewline).dropFirst().map {
            $0.split(separator: ",", maxSplits: 3)
        }
        for service in answer.data.elements {
            let own = trips.count { $0[1] == service.serviceID }
            #expect(service.tripCount == own, "\(service.serviceID)")
        }
        #expect(answer.data.elements.compactMap(\.tripCount).reduce(0, +) == trips.count)
        let saturday: Envelope<ListDTO<ServiceDTO>> = try await feed.ask("services?date=20261121")
        #expect(saturday.data.elements.allSatisfy { answer.data.elements.contains($0) })
    }

    @Test("tables and views with their rows, and with bytes that are those of the file")
    func tables() async throws {
        let feed = try await AnsweredFeed.sample.value
        let tables = try await feed.ask("tables", as: ListDTO<TableDTO>.self).data.elements
        #expect(tables.map(\.name) == tables.map(\.name).sorted())
        let rows = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.rows) })
        let extent = try await feed.bundle.extent()
        #expect(rows["stops"] == extent.stops && rows["trips"] == extent.trips)
        #expect(rows["stop_times"] == extent.stopTimes)
        #expect(rows["service"] == (try await feed.bundle.services()).rows.count)
        let inspected = try BundleInspection(path: feed.bundle.path)
        #expect(tables.map(\.rows) == inspected.rows.map(\.rows))
        #expect(tables.map(\.name) == inspected.rows.map(\.name))
        // Parameters of search and places belong to lists; a view takes none.
        #expect(rows["stops_fts"] == nil && rows["stops_rtree"] == nil && rows["calls"] == nil)
        guard tables.contains(where: { $0.bytes != nil }) else { return }
        let bytes = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.bytes ?? -1) })
        #expect(bytes["stop_times"] == 0)
        #expect(bytes["stops"] ?? 0 > bytes["agency"] ?? 0)
        let file = try FileManager.default.attributesOfItem(atPath: feed.bundle.path)[.size]
        // But for SQLite's own tables, and what is free.
        let all = bytes.values.reduce(0, +)
        let size = try #require(file as? Int)
        #expect(all <= size && size - all < 100_000)
    }

    @Test("pages of services end where their days would be too many")
    func manyDays() async throws {
        var calendar =
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        for number in 0..<30 {
            calendar += "s\(100 + number),1,1,1,1,1,1,1,20000101,20991231\n"
        }
        let feed = try AnsweredFeed(files: SmallFeed.files(others: ["calendar.txt": calendar]))
        let first: Envelope<ListDTO<ServiceDTO>> = try await feed.ask("services")
        #expect((1..<30).contains(first.data.elements.count))
        let every = try await all(feed, at: "services?limit=50") { (page: ListDTO<ServiceDTO>) in
            page.elements.map(\.serviceID)
        }
        #expect(every == (100..<130).map { "s\($0)" })
    }

    @Test("both models of fares, and the older one of a route")
    func fares() async throws {
        let feed = try await AnsweredFeed.sample.value
        let answer: Envelope<FareListDTO> = try await feed.ask("fares")
        #expect(answer.data.model == (try await feed.bundle.fares()))
        #expect(
            answer.data.fares.map(\.fare) == (try await feed.bundle.fareAttributes()))
        #expect(answer.data.fares.map(\.rules.count).reduce(0, +) == 10)
        #expect(!answer.data.products.isEmpty)
        let route = try await feed.bundle.route(id: "F1")
        let ferry: Envelope<FareListDTO> = try await feed.ask("fares?route=F1")
        #expect(
            ferry.data.fares == (try await feed.bundle.fares(of: route)))
        #expect(!ferry.data.fares.isEmpty && ferry.data.products.isEmpty)
    }

    @Test("more fare rules than an answer has are on the next page")
    func manyRules() async throws {
        var rules = "fare_id,route_id,origin_id,destination_id\n"
        for number in 0..<6000 { rules += "f\(number % 2),r,z\(number),y\n" }
        let feed = try AnsweredFeed(
            files: SmallFeed.files(others: [
                "fare_attributes.txt":
                    "fare_id,price,currency_type,payment_method,transfers\nf0,1,CHF,0,0\nf1,2,CHF,0,0\n",
                "fare_rules.txt": rules,
            ]))
        for address in ["fares", "fares?route=r"] {
            let answer: Envelope<FareListDTO> = try await feed.ask(address)
            #expect(answer.data.fares.map(\.rules.count).reduce(0, +) == 5000, "\(address)")
            let next = try #require(answer.meta.next)
            let query = address.contains("?") ? "&" : "?"
            let last: Envelope<FareListDTO> = try await feed.ask("\(address)\(query)cursor=\(next)")
            #expect(last.data.fares.map(\.rules.count).reduce(0, +) == 1000, "\(address)")
            #expect(last.meta.next == nil)
            let rules = (answer.data.fares + last.data.fares).flatMap(\.rules)
            #expect(Set(rules).count == 6000)
        }
    }
}
