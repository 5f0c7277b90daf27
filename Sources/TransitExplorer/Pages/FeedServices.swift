import TransitBundle
import TransitModel
import WebPages

struct FeedServices: PagePart {
    let context: ExplorerContext

    private static let mostPages = 20

    func sections() async throws -> HTML {
        let (services, isCut) = try await context.everyPage(most: Self.mostPages) {
            try await context.services(cursor: $0, limit: 500)
        }
        let runs = try await context.shown.bundle.runCounts()
        let calendar = CalendarPicture(
            services.map(\.service), runs, from: try context.askedMonth(), around: context.today)
        return """
            <h2 id="calendar">\(texts("feed.calendar.title"))</h2>
            \(isCut ? "<p class=\"note\">\(texts("feed.calendar.cut", count: services.count))</p>" : "")
            \(picture(calendar))
            \(try await list())
            """
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
        let (shown, all) = (calendar.shown, calendar.all)
        func part(
            _ key: String, _ month: CalendarPicture.Month, _ isThere: Bool
        ) -> (String, String?) {
            let query = [("from", CalendarPicture.field(month) as String?)]
            return (
                texts(key, ["month": CalendarPicture.name(month, texts)]),
                isThere ? links.page("feed", query: query) + "#calendar" : nil
            )
        }
        let earlier = max(shown.lowerBound - CalendarPicture.most, all.lowerBound)
        let bounds = [
            "first": CalendarPicture.name(all.lowerBound, texts),
            "last": CalendarPicture.name(all.upperBound - 1, texts),
        ]
        return """
            \(Pieces.note("\(texts("feed.calendar.bounded", bounds))"))
            \(Pieces.parts(
                texts("feed.calendar.pages"),
                [
                    part("feed.calendar.earlier", earlier, shown.lowerBound > all.lowerBound),
                    part(
                        "feed.calendar.later", shown.upperBound,
                        shown.upperBound < all.upperBound),
                ]))
            """
    }

    // MARK: The list

    private func list() async throws -> HTML {
        let page = try await context.services(cursor: target.value("cursor"))
        let rows = page.value.map { service, trips -> HTML in
            let days = service.days.utf8.count { $0 == UInt8(ascii: "1") }
            return """
                <tr><th scope="row"><bdi>\(service.serviceID)</bdi></th>
                <td>\(Figures.time(service.firstDay, texts))</td><td>\(Figures.time(service.lastDay, texts))</td>
                \(Pieces.number(days))
                \(Pieces.number(trips))</tr>
                """
        }
        func address(_ cursor: String) -> String {
            links.page("feed", query: [("cursor", cursor)]) + "#services"
        }
        return """
            <h2>\(texts("feed.services.title"))</h2>
            \(texts.table(
                "services", caption: "feed.services.caption",
                columns: [
                    "feed.services.id", "feed.services.first", "feed.services.last",
                    "#feed.services.days", "#feed.services.trips",
                ], rows: rows))
            \(Pieces.parts(
                texts("feed.services.pages"),
                [
                    (texts("feed.services.earlier"), page.previous.map(address)),
                    (texts("feed.services.later"), page.next.map(address)),
                ]))
            """
    }
}
