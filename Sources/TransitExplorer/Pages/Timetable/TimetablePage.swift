import GTFSSchedule
import TransitAPI
import TransitModel
import WebPages

struct TimetablePage: PagePart {
    let context: ExplorerContext
    let id: String

    func page() async throws -> ExplorerPage {
        let opening = try await context.openingDay()
        let asked = try context.askedDay()
        let date = asked ?? opening.date
        let answer = try await context.timetables(ofRoute: id, on: date)
        let details = try await context.route(id)
        let feed = try await context.feed().description
        let timetables = answer.value
        let hasHidden = answer.has(.hiddenTrips)
        let chosen = target.value("direction")
        let outside = AnswerNotes(context: context, validity: feed.validity) {
            address($0, chosen)
        }
        let shown = timetables.first { key($0) == chosen } ?? timetables.first
        return ExplorerPage(
            title: texts("timetable.title", ["route": RouteTitle.text(details.route)]),
            body: """
                \(RouteTitle.tabs(context, details.route, isTimetable: true))
                \(DayForm(context: context).form(details.route.routeID, date: date, direction: chosen))
                \(days(date, chosen))
                \(asked == nil ? opening.note : nil)
                \(answer.has(.outsideFeed) ? outside.outside() : nil)
                \(directions(timetables, shown: shown, details: details, date: date))
                \(shown.map { timetable($0, details: details, feed: feed) })
                \(hasHidden ? texts.note("timetable.hidden", id: "hidden") : nil)
                \(answer.has(.hiddenCalls) ? texts.note("timetable.hidden.calls", id: "hidden-calls") : nil)
                \(shown == nil && !hasHidden ? nothing(date) : nil)
                """, isWide: true)
    }

    private func key(_ timetable: Timetable) -> String {
        timetable.directionID.map { "\($0)" } ?? "none"
    }

    private func address(_ date: ServiceDate, _ direction: String?) -> String {
        links.page(
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

    private func directions(
        _ timetables: [Timetable], shown: Timetable?, details: RouteDetailsDTO,
        date: ServiceDate
    ) -> HTML? {
        guard timetables.count > 1 else { return nil }
        return Pieces.tabs(
            texts("timetable.directions"),
            timetables.map {
                (
                    direction($0, details), address(date, key($0)),
                    $0.directionID == shown?.directionID
                )
            })
    }

    private func direction(_ timetable: Timetable, _ details: RouteDetailsDTO) -> HTML {
        let known = details.directions.first { $0.directionID == timetable.directionID }
        return texts.direction(timetable.directionID, headsign: known?.headsign, in: context)
    }

    private func nothing(_ date: ServiceDate) -> HTML {
        Pieces.note(
            "\(texts("timetable.nothing", ["day": texts.day(date, today: nil)]))", id: "nothing")
    }

    private func timetable(
        _ timetable: Timetable, details: RouteDetailsDTO, feed: FeedDescription
    ) -> HTML {
        let title: HTML =
            "\(direction(timetable, details)), \(texts.day(timetable.date, today: nil))"
        let grid = TimetableGrid(context, timetable: timetable, route: id, validity: feed.validity)
        let zones = Set(timetable.columns.compactMap(\.stop.stopTimezone))
            .filter { TimezoneName($0).isInDatabase }.subtracting([feed.timeZoneName])
        let own = ["zone": feed.timeZoneName]
        let zone: HTML =
            zones.isEmpty
            ? "<p class=\"quiet\">\(texts("timetable.zone", own))</p>"
            : Pieces.note("\(texts("timetable.zone.other", own))")
        return """
            <section id="timetable" aria-labelledby="timetable-title">
            <h2 id="timetable-title">\(title)</h2>
            \(timetable.rows.isEmpty ? nil : grid.html(title, RouteTitle.text(details.route)))
            \(FlexibleTrips(context: context).section(timetable))
            \(zone)
            \(timetable.isTimeZoneAssumed ? texts.note("note.zone.assumed") : nil)
            </section>
            """
    }
}

struct FlexibleTrips: PagePart {
    let context: ExplorerContext

    func section(_ timetable: Timetable) -> HTML? {
        guard !timetable.flexibleTrips.isEmpty else { return nil }
        let cards = timetable.flexibleTrips.enumerated().map { index, trip -> HTML in
            let calls = trip.calls.map { "<li>\(call($0))</li>" as HTML }
            let name = trip.headsign ?? "\(texts("timetable.trip")) \(index + 1)"
            let address = links.trip(trip.tripID, date: timetable.date)
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
        let place = CallPlace(context: context).html(call)
        guard let window = texts.window(call.flex?.start, call.flex?.end) else { return place }
        return "\(place) \(window)"
    }
}

struct CallPlace: PagePart {
    let context: ExplorerContext

    func html(_ call: Call) -> HTML {
        if let stop = call.stop { return context.link(stop) }
        if let id = call.stopID { return context.name(id) }
        let window = call.flex
        let area =
            window?.locationGroupName ?? window?.locationName ?? window?.locationGroupID
            ?? window?.locationID
        return "\(texts("flexible.area")) \(area.map(context.name))"
    }
}
