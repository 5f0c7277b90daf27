import TransitAPI
import TransitBundle
import TransitModel
import WebPages

struct RoutePage: PagePart {
    let context: ExplorerContext
    let id: String

    private static let mostShapes = 40

    func page() async throws -> ExplorerPage {
        let details = try await context.route(id, withExtensions: true)
        let alerts = AlertList(context, details.alerts)
        let route = details.route
        let opening = try await context.openingDay()
        let date = try context.askedDay() ?? opening.date
        let stops = try await stops(details)
        let color = route.color.description
        let lines = try await context.lines(
            shapes: Array(details.shapeIDs.prefix(Self.mostShapes)), color: color)
        var sections: [HTML] = []
        for (direction, stops) in zip(details.directions, stops) {
            let gaps = try await context.shown.bundle.gaps(
                ofRoute: route.rid, direction: direction.directionID)
            sections.append(
                section(direction.model, stops: stops, gaps: gaps, route: route, date: date))
        }
        var seen: Set<StopID> = []
        let marks = stops.joined().filter { seen.insert(StopID($0.stopID)).inserted }
            .compactMap { context.mark($0) }
        return ExplorerPage(
            title: RouteTitle.text(route),
            body: """
                \(alerts.section)
                \(head(details))
                \(RouteTitle.tabs(context, route, isTimetable: false))
                \(try await variants(route))
                \(DayForm(context: context).form(route.routeID, date: date, direction: nil))
                \(try await VehicleWords(context: context).list(ofRoute: route.routeID))
                \(sections)
                \(try await RouteFares(context: context, route: route).section())
                \(ExtensionTables.foldOut(details.extensions, context))
                \(try context.notices(about: route.routeID, .route))
                """,
            map: MapContent(
                lines: lines, marks: marks,
                vehicles: context.vehicles(("route", route.routeID), of: [route])))
    }

    private func head(_ details: RouteDetailsDTO) -> HTML {
        let route = details.route
        let agency = details.agency.map { agency -> HTML in
            let name = agency.agencyName ?? agency.agencyID ?? ""
            return agency.agencyURL.map { context.outside($0, name) } ?? context.name(name)
        }
        return """
            <p id="route-kind">\(RouteColorClasses.badge(route)) \
            <span class="quiet">\(texts.mode(route.type.mode.rawValue))</span></p>
            \(Pieces.pairs(
                [
                    (texts("route.agency"), agency),
                    (texts("route.description"), route.routeDesc.map(context.name)),
                    (texts("route.page"), route.routeURL.map { context.outside($0) }),
                ], id: "route-facts"))
            """
    }

    private func variants(_ route: Route) async throws -> HTML? {
        let groups = EqualRoutes.groups(try await context.routes(), byLongName: true)
        let equal = groups.first { $0.all.contains { $0.rid == route.rid } }?.all ?? []
        let others = equal.filter { $0.rid != route.rid }
        guard !others.isEmpty else { return nil }
        return """
            <p id="variants" class="quiet">\(texts("routes.equal")) \
            \(HTML.joined(others.map { RouteList.idLink($0, context) }, separator: ", "))</p>
            """
    }

    private func stops(_ details: RouteDetailsDTO) async throws -> [[Stop]] {
        var lists: [[Stop]] = []
        for direction in details.directions {
            let stops = try await context.stops(
                ofRoute: details.route.routeID, direction: direction.directionID)
            lists.append(try await oneForEachStation(stops))
        }
        return lists
    }

    /// Stops in travel order, one station for consecutive platforms of it: the timetable tells
    /// which of them a trip uses.
    private func oneForEachStation(_ stops: [Stop]) async throws -> [Stop] {
        let pairs = zip(stops, stops.dropFirst())
        let repeated = pairs.filter {
            $0.parentStation != nil && $0.parentStation == $1.parentStation
        }
        .compactMap(\.0.parentStation)
        let stations = try await context.stops(ids: repeated)
        return stops.reduce(into: []) { list, stop in
            let shown = stop.parentStation.flatMap { stations[StopID($0)] } ?? stop
            if list.last?.stopID.exact != shown.stopID.exact { list.append(shown) }
        }
    }

    private func section(
        _ direction: RouteDirection, stops: [Stop],
        gaps: (undefinedStops: Bool, onDemand: Bool), route: Route, date: ServiceDate
    ) -> HTML {
        let key = direction.directionID.map { "\($0)" } ?? "none"
        let timetable = links.page(
            "routes", route.routeID, "timetable",
            query: [("date", date.dashed), ("direction", key)])
        let list: HTML? =
            stops.isEmpty
            ? gaps.onDemand ? texts.note("route.demand") : nil
            : """
            <ol id="stops-\(key)" class="links">\(stops.map { "<li>\(context.link($0))</li>\n" as HTML })</ol>
            """
        let hidden =
            gaps.undefinedStops || stops.isEmpty && !gaps.onDemand
            ? texts.note("route.hidden") : nil
        return Pieces.section(
            "direction-\(key)",
            texts.direction(direction.directionID, headsign: direction.headsign, in: context),
            """
            <p class="quiet">\(texts("route.trips", count: direction.tripCount)) · \
            \(texts("route.stops", count: stops.count)) · \
            <a href="\(timetable)">\(texts("route.timetable"))</a></p>
            \(list)\(hidden)
            """)
    }
}

enum RouteTitle {
    /// `T1 North Shelf Line`.
    static func text(_ route: Route) -> String {
        let name = route.name
        return route.routeLongName.isEmpty || route.routeLongName == name
            ? name : "\(name) \(route.routeLongName)"
    }

    static func tabs(_ context: ExplorerContext, _ route: Route, isTimetable: Bool) -> HTML {
        let (texts, links) = (context.texts, context.links)
        return Pieces.tabs(
            texts("route.views"),
            [
                ("\(texts("route.overview"))", links.route(route.routeID), !isTimetable),
                (
                    "\(texts("route.timetable"))",
                    links.page("routes", route.routeID, "timetable"), isTimetable
                ),
            ])
    }
}

struct DayForm: PagePart {
    let context: ExplorerContext

    func form(_ route: String, date: ServiceDate, direction: String?) -> HTML {
        """
        <form id="day-form" class="chips noprint" \
        action="\(links.page("routes", route, "timetable"))">
        \(context.hidden([("direction", direction)]))
        <label>\(texts("day.label")) <input type="date" name="date" value="\(date.dashed)"></label>
        <button>\(texts("day.show"))</button>
        </form>
        """
    }
}

extension ExplorerTexts {
    func direction(_ id: Int?, headsign: String?, in context: ExplorerContext) -> HTML {
        if let headsign, !headsign.isEmpty {
            return "\(self("route.towards")) \(context.name(headsign))"
        }
        return
            "\(id.map { self("route.direction", ["n": "\($0)"]) } ?? self("route.direction.none"))"
    }
}
