import GTFSSchedule
import TransitAPI
import TransitModel
import WebPages

struct TimetablePage {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let id: String

    init(_ context: ExplorerContext, id: String) {
        self.context = context
        texts = context.texts
        self.id = id
    }

    func page() async throws -> ExplorerPage {
        let opening = try await context.openingDay()
        let asked = try context.askedDay()
        let date = asked ?? opening.date
        let answer = try await context.ask(
            .timetable, id: id, [("date", date.description)]
        ) { $0.timetable }
        let details = try await context.ask(.route, id: id) { $0.route }.data
        let feed = try await context.feed()
        let timetables = answer.data.timetables
        let codes = answer.meta.notes.map(\.code.known)
        let hasHidden = codes.contains(.hiddenTrips)
        let chosen = context.target.value("direction")
        let shown = timetables.first { key($0) == chosen } ?? timetables.first
        return ExplorerPage(
            title: texts("timetable.title", ["route": RouteTitle.text(details.route)]),
            body: """
                \(RouteTitle.tabs(context, details.route, isTimetable: true))
                \(DayForm(context).form(details.route.routeID, date: date, direction: chosen))
                \(days(date, chosen))
                \(asked == nil ? opening.note : nil)
                \(notes(answer.meta, days: feed.days, direction: chosen))
                \(directions(timetables, shown: shown, details: details, date: date))
                \(shown.map { timetable($0, details: details, feed: feed) })
                \(hasHidden ? "<p id=\"hidden\" class=\"note\">\(texts("timetable.hidden"))</p>" : nil)
                \(codes.contains(.hiddenCalls) ? "<p id=\"hidden-calls\" class=\"note\">\(texts("timetable.hidden.calls"))</p>" : nil)
                \(shown == nil && !hasHidden ? nothing(date) : nil)
                """, isWide: true)
    }

    private func key(_ timetable: Timetable) -> String {
        timetable.directionID.map { "\($0)" } ?? "none"
    }

    private func address(_ date: ServiceDate, _ direction: String?) -> String {
        context.links.page(
            "routes", id, "timetable", query: [("date", date.dashed), ("direction", direction)])
    }

    private func days(_ date: ServiceDate, _ direction: String?) -> HTML? {
        Pieces.pages(
            texts("timetable.days"),
            [-7, -1, 1, 7].compactMap { days in
                let day = ServiceDate.earliest.dayNumber...ServiceDate.latest.dayNumber
                guard day ~= date.dayNumber + days else { return nil }
                let other = date.adding(days: days)
                return (
                    texts.shortDay(other), address(other, direction), days < 0 ? "prev" : "next"
                )
            })
    }

    private func notes(_ meta: Meta, days: FeedDaysDTO, direction: String?) -> HTML? {
        guard meta.notes.contains(where: { $0.code.known == .outsideFeed }) else { return nil }
        guard let first = days.firstServiceDay, let last = days.lastServiceDay else {
            return "<p id=\"outside\" class=\"note\">\(texts("note.outside.none"))</p>"
        }
        return OutsideNote.html(
            texts, from: first, to: last,
            addresses: [address(first, direction), address(last, direction)])
    }

    private func directions(
        _ timetables: [Timetable], shown: Timetable?, details: RouteDetailsDTO,
        date: ServiceDate
    ) -> HTML? {
        guard timetables.count > 1 else { return nil }
        let items = timetables.map { timetable -> HTML in
            let current: HTML =
                timetable.directionID == shown?.directionID ? " aria-current=\"page\"" : ""
            let text = direction(timetable, details)
            return "<li><a href=\"\(address(date, key(timetable)))\"\(current)>\(text)</a></li>"
        }
        return """
            <nav class="tabs noprint" aria-label="\(texts("timetable.directions"))"><ul>\(items)</ul></nav>
            """
    }

    private func direction(_ timetable: Timetable, _ details: RouteDetailsDTO) -> HTML {
        let known = details.directions.first { $0.directionID == timetable.directionID }
        return texts.direction(timetable.directionID, headsign: known?.headsign, in: context)
    }

    private func nothing(_ date: ServiceDate) -> HTML {
        "<p id=\"nothing\" class=\"note\">\(texts("timetable.nothing", ["day": texts.day(date, today: nil)]))</p>"
    }

    private func timetable(
        _ timetable: Timetable, details: RouteDetailsDTO, feed: FeedDTO
    ) -> HTML {
        let title: HTML =
            "\(direction(timetable, details)), \(texts.day(timetable.date, today: nil))"
        let grid = TimetableGrid(context, timetable: timetable, route: id, feed: feed)
        let zones = Set(timetable.columns.compactMap(\.stop.stopTimezone))
            .filter { TimezoneName($0).isInDatabase }.subtracting([feed.timezone])
        let zone: HTML =
            zones.isEmpty
            ? "<p class=\"quiet\">\(texts("timetable.zone", ["zone": feed.timezone]))</p>"
            : "<p class=\"note\">\(texts("timetable.zone.other", ["zone": feed.timezone]))</p>"
        return """
            <section id="timetable" aria-labelledby="timetable-title">
            <h2 id="timetable-title">\(title)</h2>
            \(timetable.rows.isEmpty ? nil : grid.html(title, RouteTitle.text(details.route)))
            \(FlexibleTrips(context).section(timetable))
            \(zone)
            \(timetable.isTimeZoneAssumed ? "<p class=\"note\">\(texts("note.zone.assumed"))</p>" : nil)
            </section>
            """
    }
}

enum OutsideNote {
    static func html(
        _ texts: ExplorerTexts, from first: ServiceDate, to last: ServiceDate, addresses: [String]
    ) -> HTML {
        let values = ["first": texts.day(first, today: nil), "last": texts.day(last, today: nil)]
        return """
            <p id="outside" class="note">\(texts("note.outside", values))
            <a href="\(addresses[0])">\(texts("note.outside.first"))</a> \
            <a href="\(addresses[1])">\(texts("note.outside.last"))</a></p>
            """
    }
}

struct FlexibleTrips {
    private let context: ExplorerContext
    private let texts: ExplorerTexts

    init(_ context: ExplorerContext) {
        self.context = context
        texts = context.texts
    }

    func section(_ timetable: Timetable) -> HTML? {
        guard !timetable.flexibleTrips.isEmpty else { return nil }
        let cards = timetable.flexibleTrips.enumerated().map { index, trip -> HTML in
            let calls = trip.calls.map { "<li>\(call($0))</li>" as HTML }
            let name = trip.headsign ?? "\(texts("timetable.trip")) \(index + 1)"
            let address = context.links.trip(trip.tripID, date: timetable.date)
            return """
                <li class="card"><a href="\(address)">\(context.name(name))</a><ol>\(calls)</ol></li>

                """
        }
        return """
            <h3 id="flexible-title">\(texts("flexible.title"))</h3>
            <ul id="flexible" class="cards">\(cards)</ul>
            """
    }

    private func call(_ call: Call) -> HTML {
        let place = CallPlace(context).html(call)
        guard let window = texts.window(call.flex?.start, call.flex?.end) else { return place }
        return "\(place) \(window)"
    }
}

struct CallPlace {
    private let context: ExplorerContext

    init(_ context: ExplorerContext) {
        self.context = context
    }

    func html(_ call: Call) -> HTML {
        if let stop = call.stop { return context.link(stop) }
        if let id = call.stopID { return context.name(id) }
        let window = call.flex
        let area =
            window?.locationGroupName ?? window?.locationName ?? window?.locationGroupID
            ?? window?.locationID
        return "\(context.texts("flexible.area")) \(area.map(context.name))"
    }
}
