import TransitAPI
import TransitBundle
import TransitModel

/// Answers about the feed as a whole, and rows of its files page by page.
@available(iOS 17, macOS 14, *)
struct FeedAnswers {
    private let question: Question
    private let context: AnswerContext
    private let cursor: PageCursor

    init(_ question: Question, in context: AnswerContext) {
        self.question = question
        self.context = context
        cursor = PageCursor(question, in: context)
    }

    private var limit: Int { question.limit ?? 100 }

    /// What the feed says of itself.
    func feed() async throws -> AnswerBody {
        let extent = try await context.bundle.extent()
        let feed = try await context.source.feed()
        let counts = [
            "agency": feed.agencies.count, "stops": extent.stops, "routes": extent.routes,
            "trips": extent.trips, "stop_times": extent.stopTimes, "shapes": extent.shapes,
        ]
        return context.body(
            FeedDTO(
                feed, languages: try await context.source.languages(), box: extent.box,
                counts: counts))
    }

    /// The agencies.
    func agencies() async throws -> AnswerBody {
        let feed = try await context.source.feed()
        return context.body(AgencyListDTO(agencies: feed.agencies.map(AgencyDTO.init)))
    }

    /// The services with their days, all or those that run on a day.
    func services() async throws -> AnswerBody {
        let start = try cursor.numbers(of: question, count: 1)?[0] ?? 0
        let page: FeedPage<ServiceDescription>
        if let date = question.date {
            let ids = try await context.bundle.activeServices(on: date)
            let wanted = ids.dropFirst(max(start, 0)).prefix(limit)
            page = FeedPage(
                rows: try await context.bundle.services(ids: Array(wanted)),
                next: start + limit < ids.count ? Int64(start + limit) : nil)
        } else {
            page = try await context.bundle.services(after: Int64(max(start, 0)), limit: limit)
        }
        // A service may have a character for each day of a century.
        var days = 0
        let fitting = page.rows.prefix { service in
            days += service.days.utf8.count
            return days <= Self.mostDays
        }
        let isCut = fitting.count < page.rows.count
        let next = isCut ? Int64(start + fitting.count) : page.next
        let notes = question.date.flatMap { context.outside($0, field: "date") }
        return context.body(
            ServiceListDTO(
                services: fitting.map {
                    ServiceDTO(
                        serviceID: $0.serviceID, firstDay: $0.firstDay, lastDay: $0.lastDay,
                        days: $0.days)
                }),
            next: next.map { cursor.text([Int($0)]) },
            previous: start > 0 ? cursor.text([max(start - limit, 0)]) : nil,
            notes: [notes].compactMap { $0 })
    }

    /// The most days that the services of a page have together.
    private static let mostDays = 500_000

    /// The ways to change: all, or those at a stop.
    func transfers() async throws -> AnswerBody {
        let start = try cursor.numbers(of: question, count: 1)?[0] ?? 0
        let page: FeedPage<Transfer>
        if question.has("stop") {
            let stop = try await context.stop(question.text("stop"), field: "stop")
            let all = try await context.source.transfers(at: stop)
            page = FeedPage(
                rows: Array(all.dropFirst(max(start, 0)).prefix(limit)),
                next: start + limit < all.count ? Int64(start + limit) : nil)
        } else {
            page = try await context.bundle.transfers(after: Int64(start), limit: limit)
        }
        return context.body(
            TransferListDTO(transfers: page.rows.map { RowDTO($0) }),
            next: page.next.map { cursor.text([Int($0)]) })
    }

    /// The names in other languages.
    func translations() async throws -> AnswerBody {
        let start = try cursor.numbers(of: question, count: 1)?[0] ?? 0
        let page = try await context.bundle.translations(
            in: question.text("language"), after: Int64(start), limit: limit)
        return context.body(
            TranslationListDTO(
                languages: try await context.source.languages(),
                translations: page.rows.map { RowDTO($0) }),
            next: page.next.map { cursor.text([Int($0)]) })
    }

    /// What rides cost: both models of fares, or what the older one says of a route.
    func fares() async throws -> AnswerBody {
        if question.has("route") {
            let route = try await context.route(question.text("route"), field: "route")
            let fares = try await context.source.fares(of: route)
            let (cut, isCut) = Self.cut(fares)
            return context.body(
                FareListDTO(nil, routeFares: cut), notes: isCut ? [Self.truncated] : [])
        }
        let rules = try await context.bundle.fareRules(limit: Self.mostRows)
        let byFare = Dictionary(grouping: rules.rows, by: \.fareID)
        let routeFares = try await context.bundle.fareAttributes().map {
            RouteFare(fare: $0, rules: byFare[$0.fareID] ?? [])
        }
        let (fares, isCut) = Self.cut(try await context.source.fares())
        return context.body(
            FareListDTO(fares, routeFares: routeFares),
            notes: isCut || rules.next != nil ? [Self.truncated] : [])
    }

    /// The most rows of a file that an answer about fares has.
    private static let mostRows = 5000

    private static var truncated: Note {
        Note(
            .truncated,
            "Files with more than \(mostRows) rows are cut there. Ask for the fares of a route, or take "
                + "the bundle.")
    }

    private static func cut(_ fares: [RouteFare]) -> ([RouteFare], isCut: Bool) {
        var left = mostRows
        var isCut = false
        let cut = fares.map { fare in
            var fare = fare
            isCut = isCut || fare.rules.count > left
            fare.rules = Array(fare.rules.prefix(left))
            left -= fare.rules.count
            return fare
        }
        return (cut, isCut)
    }

    private static func cut(_ fares: Fares) -> (Fares, isCut: Bool) {
        var isCut = false
        func first<Row>(_ rows: [Row]) -> [Row] {
            isCut = isCut || rows.count > mostRows
            return Array(rows.prefix(mostRows))
        }
        let cut = Fares(
            products: first(fares.products), media: first(fares.media),
            riderCategories: first(fares.riderCategories), legRules: first(fares.legRules),
            legJoinRules: first(fares.legJoinRules), transferRules: first(fares.transferRules),
            timeframes: first(fares.timeframes), areas: first(fares.areas),
            networks: first(fares.networks))
        return (cut, isCut)
    }
}
