package import TransitAPI
import TransitBundle
package import TransitModel

package import struct GTFSSchedule.BookingRule

extension Answerer {
    package func feed() async throws -> Envelope<FeedDTO> {
        let extent = try await context.bundle.extent()
        let feed = try await context.source.feed()
        let counts = [
            "agency": feed.agencies.count, "stops": extent.stops, "routes": extent.routes,
            "trips": extent.trips, "stop_times": extent.stopTimes, "shapes": extent.shapes,
        ]
        return context.answer(
            FeedDTO(
                feed, languages: try await context.source.languages(), box: extent.box,
                counts: counts))
    }

    func agencies() async throws -> Envelope<ListDTO<Agency>> {
        let feed = try await context.source.feed()
        return context.answer(ListDTO(feed.agencies))
    }

    package func services() async throws -> Envelope<ListDTO<ServiceDTO>> {
        let asked = Asked<ServicesQuestion>(question)
        let limit = asked.limit
        let start = max(try position(), 0)
        let page: FeedPage<ServiceDescription>
        if let date = asked.date {
            let ids = try await context.bundle.activeServices(on: date)
            let wanted = ids.dropFirst(start).prefix(limit)
            page = FeedPage(
                rows: try await context.bundle.services(ids: Array(wanted)),
                next: start + limit < ids.count ? Int64(start + limit) : nil)
        } else {
            page = try await context.bundle.services(after: Int64(start), limit: limit)
        }
        // A service may take a character for each day of a century.
        var days = 0
        let fitting = page.rows.prefix { service in
            days += service.days.utf8.count
            return days <= Self.mostDays
        }
        let trips = try await context.bundle.tripCounts(ofServices: fitting.map(\.serviceID))
        let isCut = fitting.count < page.rows.count
        let next = isCut ? Int64(start + fitting.count) : page.next
        let note = asked.date.flatMap { context.outside($0, field: "date") }
        return context.answer(
            ListDTO(
                fitting.map { ServiceDTO($0, tripCount: trips[ServiceID($0.serviceID)] ?? 0) }),
            next: next.map { cursor.text([Int($0)]) },
            previous: start > 0 ? cursor.text([max(start - limit, 0)]) : nil,
            notes: [note].compactMap { $0 })
    }

    package func tables() async throws -> Envelope<ListDTO<TableDTO>> {
        let tables = try await context.bundle.tables()
        return context.answer(
            ListDTO(tables.map { TableDTO(name: $0.name, rows: $0.rows, bytes: $0.bytes) }))
    }

    package func extensions() async throws -> Envelope<ListDTO<ExtensionTable>> {
        context.answer(ListDTO(try await context.bundle.extensionTables()))
    }

    package func extensionRows() async throws -> Envelope<ModelDTO<ExtensionRows>> {
        let tables = try await context.bundle.extensionTables()
        let asked = Asked<ExtensionRowsQuestion>(question)
        let name = asked.id ?? ""
        guard let table = tables.first(where: { $0.table == name }) else {
            throw APIFailure(
                .notFound, field: "table",
                "The feed has no table \(name.prefix(60)) beyond the reference."
                    + AnswerContext.hint(name, among: tables.map(\.table)))
        }
        let page = try await context.bundle.extensionRows(
            of: table.table, after: Int64(max(try position(), 0)), limit: asked.limit)
        return context.answer(
            ModelDTO(ExtensionRows(table: table, rows: page.rows)),
            next: page.next.map { cursor.text([Int($0)]) })
    }

    private static let mostDays = 500_000

    func transfers() async throws -> Envelope<ListDTO<Transfer>> {
        let asked = Asked<TransfersQuestion>(question)
        let page = try await page(
            of: asked.limit, at: asked.stop, { try await context.source.transfers(at: $0) },
            ofAll: { try await context.bundle.transfers(after: $0, limit: asked.limit) })
        return context.answer(
            ListDTO(page.rows), next: page.next.map { cursor.text([Int($0)]) })
    }

    func pathways() async throws -> Envelope<ListDTO<Pathway>> {
        let asked = Asked<PathwaysQuestion>(question)
        let page = try await page(
            of: asked.limit, at: asked.stop, { try await context.source.pathways(at: $0) },
            ofAll: { try await context.bundle.pathways(after: $0, limit: asked.limit) })
        return context.answer(
            ListDTO(page.rows), next: page.next.map { cursor.text([Int($0)]) })
    }

    private func page<Row: Sendable>(
        of limit: Int, at stopID: String?, _ rows: (Stop) async throws -> [Row],
        ofAll page: (Int64) async throws -> FeedPage<Row>
    ) async throws -> FeedPage<Row> {
        let start = max(try position(), 0)
        guard let stopID else { return try await page(Int64(start)) }
        let stop = try await context.stop(stopID, field: "stop")
        let all = try await rows(stop)
        return FeedPage(
            rows: Array(all.dropFirst(start).prefix(limit)),
            next: start + limit < all.count ? Int64(start + limit) : nil)
    }

    package func bookingRule() async throws -> Envelope<ModelDTO<BookingRule>> {
        let id = question.id ?? ""
        do {
            return context.answer(ModelDTO(try await context.source.bookingRule(id: id)))
        } catch TransitSourceError.notFound {
            throw APIFailure(
                .notFound, field: "id", "The feed has no booking rule \(id.prefix(60)).")
        }
    }

    func translations() async throws -> Envelope<TranslationListDTO> {
        let asked = Asked<TranslationsQuestion>(question)
        let page = try await context.bundle.translations(
            in: asked.language, after: Int64(try position()), limit: asked.limit)
        return context.answer(
            TranslationListDTO(
                languages: try await context.source.languages(),
                translations: page.rows),
            next: page.next.map { cursor.text([Int($0)]) })
    }

    package func fares() async throws -> Envelope<FareListDTO> {
        let start = max(try position(), 0)
        var slice = RowSlice(start: start, most: Self.mostRows)
        if let id = Asked<FaresQuestion>(question).route {
            let route = try await context.route(id, field: "route")
            let fares = slice.fares(try await context.source.fares(of: route))
            return answer(FareListDTO(nil, routeFares: fares), slice)
        }
        let rules = try await context.bundle.fareRules(after: Int64(start), limit: slice.most)
        slice.hasMore = rules.next != nil
        let byFare = Dictionary(grouping: rules.rows, by: \.fareID)
        let routeFares = try await context.bundle.fareAttributes().map {
            RouteFare(fare: $0, rules: byFare[$0.fareID] ?? [])
        }
        return answer(
            FareListDTO(slice.fares(try await context.source.fares()), routeFares: routeFares),
            slice)
    }

    private func answer(_ fares: FareListDTO, _ slice: RowSlice) -> Envelope<FareListDTO> {
        page(fares, from: slice.start, count: slice.most, hasMore: slice.hasMore)
    }

    private static let mostRows = 5000
}

private struct RowSlice {
    let start: Int
    let most: Int
    var hasMore = false

    mutating func rows<Row>(_ rows: [Row]) -> [Row] {
        hasMore = hasMore || rows.count > start + most
        return Array(rows.dropFirst(start).prefix(most))
    }

    mutating func fares(_ fares: [RouteFare]) -> [RouteFare] {
        var first = 0
        let sliced = fares.map { fare in
            let rules = fare.rules.indices.filter { start..<start + most ~= first + $0 }
            first += fare.rules.count
            return RouteFare(fare: fare.fare, rules: rules.map { fare.rules[$0] })
        }
        hasMore = hasMore || first > start + most
        return sliced
    }

    mutating func fares(_ fares: Fares) -> Fares {
        Fares(
            products: rows(fares.products), media: rows(fares.media),
            riderCategories: rows(fares.riderCategories), legRules: rows(fares.legRules),
            legJoinRules: rows(fares.legJoinRules), transferRules: rows(fares.transferRules),
            timeframes: rows(fares.timeframes), areas: rows(fares.areas),
            networks: rows(fares.networks))
    }
}
