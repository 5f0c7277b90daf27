import TransitAPI
import TransitBundle
import TransitModel
import WebPages

struct FeedServices {
    private let context: ExplorerContext
    private let texts: ExplorerTexts

    private static let mostPages = 20

    init(_ context: ExplorerContext) {
        self.context = context
        texts = context.texts
    }

    func sections() async throws -> HTML {
        let (services, isCut) = try await all()
        let wanted = try context.target.value("from").map { text throws(APIFailure) in
            guard let month = CalendarPicture.month(text) else {
                throw APIFailure(.badValue, field: "from", "from must be a month such as 2026-11.")
            }
            return month
        }
        let runs = try await context.shown.bundle.runCounts()
        let calendar = CalendarPicture(services, runs, from: wanted, around: context.today)
        return """
            <h2 id="calendar">\(texts("feed.calendar.title"))</h2>
            \(isCut ? "<p class=\"note\">\(texts("feed.calendar.cut", count: services.count))</p>" : "")
            \(picture(calendar))
            \(try await list())
            """
    }

    private func all() async throws -> (services: [ServiceDTO], isCut: Bool) {
        var services: [ServiceDTO] = []
        var cursor: String?
        for _ in 0..<Self.mostPages {
            let page = try await context.ask(
                .services, [("limit", "500"), ("cursor", cursor)]
            ) { $0.services }
            services += page.data.elements
            cursor = page.meta.next
            if cursor == nil { return (services, false) }
        }
        return (services, true)
    }

    private func picture(_ calendar: CalendarPicture) -> HTML {
        guard !calendar.shown.isEmpty else { return "<p>\(texts("feed.calendar.none"))</p>" }
        let weekdays = texts.dates.initials
        return """
            <figure>\(calendar.picture(texts, weekdays: weekdays, today: context.today))
            <figcaption class="quiet">\(texts("feed.calendar.legend"))\(calendar.legend(texts))\
            </figcaption></figure>
            \(pages(calendar))
            \(calendar.table(texts))
            """
    }

    private func pages(_ calendar: CalendarPicture) -> HTML? {
        guard calendar.shown != calendar.all else { return nil }
        func item(_ month: CalendarPicture.Month, _ key: String) -> HTML {
            let query = [("from", CalendarPicture.field(month) as String?)]
            let address = context.links.page("feed", query: query) + "#calendar"
            let name = CalendarPicture.name(month, texts)
            return "<li><a href=\"\(address)\">\(texts(key, ["month": name]))</a></li>"
        }
        var items = HTML()
        if calendar.shown.lowerBound > calendar.all.lowerBound {
            let month = max(
                calendar.shown.lowerBound - CalendarPicture.most, calendar.all.lowerBound)
            items += item(month, "feed.calendar.earlier")
        }
        if calendar.shown.upperBound < calendar.all.upperBound {
            items += item(calendar.shown.upperBound, "feed.calendar.later")
        }
        return """
            <p class="note">\(texts(
                "feed.calendar.bounded",
                [
                    "first": CalendarPicture.name(calendar.all.lowerBound, texts),
                    "last": CalendarPicture.name(calendar.all.upperBound - 1, texts),
                ]))</p>
            <nav class="pages" aria-label="\(texts("feed.calendar.pages"))"><ul>\(items)</ul></nav>
            """
    }

    // MARK: The list

    private func list() async throws -> HTML {
        let page = try await context.ask(
            .services, [("cursor", context.target.value("cursor"))]
        ) { $0.services }
        let rows = page.data.elements.map { service -> HTML in
            """
            <tr><th scope="row"><bdi>\(service.serviceID)</bdi></th>
            <td>\(Figures.time(service.firstDay, texts))</td><td>\(Figures.time(service.lastDay, texts))</td>
            <td class="number">\(Figures.grouped(service.days.utf8.count { $0 == UInt8(ascii: "1") }))</td>
            <td class="number">\(Figures.grouped(service.tripCount ?? 0))</td></tr>
            """
        }
        let table = Figures.table(
            "services", caption: texts("feed.services.caption"),
            columns: [
                texts("feed.services.id"), texts("feed.services.first"),
                texts("feed.services.last"), "#" + texts("feed.services.days"),
                "#" + texts("feed.services.trips"),
            ], rows: rows)
        func item(_ cursor: String?, _ key: String) -> HTML? {
            cursor.map {
                let address = context.links.page("feed", query: [("cursor", $0)]) + "#services"
                return "<li><a href=\"\(address)\">\(texts(key))</a></li>"
            }
        }
        let items = [
            item(page.meta.previous, "feed.services.earlier"),
            item(page.meta.next, "feed.services.later"),
        ].compactMap { $0 }
        let pages: HTML? =
            items.isEmpty
            ? nil
            : "<nav class=\"pages\" aria-label=\"\(texts("feed.services.pages"))\"><ul>\(items)</ul></nav>"
        return """
            <h2>\(texts("feed.services.title"))</h2>
            \(table)
            \(pages)
            """
    }
}
