import TransitAPI
import TransitModel
import WebPages

struct DestinationsPage {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let id: String

    init(_ context: ExplorerContext, id: String) {
        self.context = context
        self.id = id
        texts = context.texts
    }

    private static let most = "500"
    private static let mostOpen = 2

    func page() async throws -> ExplorerPage {
        let details = try await context.ask(.stop, id: id) { $0.stop }.data
        let answer = try await context.ask(
            .destinations, id: id,
            [("as", "stations"), ("limit", Self.most), ("cursor", context.target.value("cursor"))]
        ) { $0.destinations }
        let destinations = answer.data.destinations
        let stop = details.stop
        // Routes are in the order of lists; trips of undefined routes come last.
        var sections = HTML()
        let groups = EqualRoutes.groups(details.routes, byLongName: true)
        for (number, group) in groups.enumerated() {
            let rids = Set(group.all.map(\.rid))
            let own = destinations.compactMap { destination -> (DestinationDTO, Int)? in
                let trips = zip(destination.routes, destination.routeTrips)
                    .filter { rids.contains($0.0.rid) }.map(\.1)
                return trips.isEmpty ? nil : (destination, trips.reduce(0, +))
            }
            guard !own.isEmpty else { continue }
            let route = group.first
            let long = route.routeLongName == route.name ? "" : route.routeLongName
            sections += section(
                "\(RouteColorClasses.badge(route)) <bdi>\(long)</bdi>", own,
                id: "route-\(route.rid)",
                isOpen: number < Self.mostOpen)
        }
        let others = destinations.filter(\.routes.isEmpty)
        if !others.isEmpty {
            sections += section(
                "\(texts("destinations.others"))", others.map { ($0, $0.trips) }, id: "route-none",
                isOpen: groups.isEmpty)
        }
        if destinations.isEmpty { sections = "<p>\(texts("destinations.none"))</p>" }
        return ExplorerPage(
            title: texts("destinations.title", ["stop": stop.stopName]),
            body: """
                <nav class="tabs" aria-label="\(texts("destinations.tabs"))"><ul>
                <li><a href="\(context.links.stop(id))"><bdi>\(stop.stopName)</bdi></a></li>
                <li><a href="\(context.links.page("stops", id, "destinations"))" \
                aria-current="page">\(texts("destinations.tab"))</a></li>
                </ul></nav>
                <p class="quiet">\(texts("destinations.intro"))</p>
                \(sections)
                \(pages(answer.meta))
                """,
            map: map(stop, destinations))
    }

    private func section(
        _ line: HTML, _ destinations: [(DestinationDTO, trips: Int)], id: String, isOpen: Bool
    ) -> HTML {
        let items = destinations.map { destination, trips -> HTML in
            let between =
                destination.callsBetween == 0
                ? texts("destinations.next")
                : texts("destinations.between", count: destination.callsBetween)
            return """
                <li>\(context.link(destination.stop)) <span class="quiet">\(between), \
                \(texts("destinations.trips", count: trips))</span></li>
                """
        }
        return """
            <details class="line"\(isOpen ? " open" : nil)><summary>\(line) <span class="quiet">\
            \(texts("route.stops", count: destinations.count))</span></summary>
            <ul id="\(id)" class="links">\(items)</ul></details>

            """
    }

    private func pages(_ meta: Meta) -> HTML? {
        let items = [
            (meta.previous, "destinations.nearer"), (meta.next, "destinations.farther"),
        ].compactMap { cursor, key -> HTML? in
            cursor.map {
                let address = context.links.page(
                    "stops", id, "destinations", query: [("cursor", $0)])
                return "<li><a href=\"\(address)\">\(texts(key))</a></li>"
            }
        }
        guard !items.isEmpty else { return nil }
        return """
            <nav class="pages" aria-label="\(texts("destinations.pages"))"><ul>\(items)</ul></nav>
            """
    }

    private func map(_ stop: Stop, _ destinations: [DestinationDTO]) -> MapContent {
        var content = MapContent()
        func add(_ stop: Stop, _ kind: String) {
            guard let place = stop.coordinate else { return }
            content.marks.append(
                .init(
                    latitude: place.latitude, longitude: place.longitude, name: stop.stopName,
                    link: context.links.stop(stop.stopID), kind: kind))
        }
        for destination in destinations {
            add(destination.stop, destination.stop.locationType == 1 ? "station" : "stop")
        }
        add(stop, "here")
        return content
    }
}
