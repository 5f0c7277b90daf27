import TransitAPI
import TransitModel
import WebPages

struct DestinationsPage: PagePart {
    let context: ExplorerContext
    let id: String

    private static let most = 500
    private static let mostOpen = 2

    func page() async throws -> ExplorerPage {
        let details = try await context.stop(id)
        let answer = try await context.destinations(
            from: id, limit: Self.most, cursor: target.value("cursor"))
        let destinations = answer.value
        let stop = details.stop
        // Routes are in the order of lists; trips of undefined routes come last.
        var sections = HTML()
        let groups = EqualRoutes.groups(details.routes, byLongName: true)
        for (number, group) in groups.enumerated() {
            let rids = Set(group.all.map(\.rid))
            let own = destinations.compactMap { Reached($0, on: rids) }.enumerated()
                .sorted { ($0.element.least, $0.offset) < ($1.element.least, $1.offset) }
                .map(\.element)
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
                "\(texts("destinations.others"))", others.map(Reached.init), id: "route-none",
                isOpen: groups.isEmpty)
        }
        if destinations.isEmpty { sections = "<p>\(texts("destinations.none"))</p>" }
        return ExplorerPage(
            title: texts("destinations.title", ["stop": stop.stopName]),
            body: """
                \(tabs(stop))
                <p class="quiet">\(texts("destinations.intro"))</p>
                \(sections)
                \(Pieces.parts(
                    texts("destinations.pages"),
                    [
                        (texts("destinations.nearer"), answer.previous.map(address)),
                        (texts("destinations.farther"), answer.next.map(address)),
                    ]))
                """,
            map: map(stop, destinations))
    }

    private func section(
        _ line: HTML, _ destinations: [Reached], id: String, isOpen: Bool
    ) -> HTML {
        let items = destinations.map { reached -> HTML in
            """
            <li>\(context.link(reached.stop)) <span class="quiet">\(between(reached)), \
            \(texts("destinations.trips", count: reached.trips))</span></li>
            """
        }
        return """
            <details class="line"\(isOpen ? " open" : nil)><summary>\(line) <span class="quiet">\
            \(texts("route.stops", count: destinations.count))</span></summary>
            <ul id="\(id)" class="links">\(items)</ul></details>

            """
    }

    private func between(_ reached: Reached) -> String {
        let (least, most) = (reached.least, reached.most)
        if most == 0 { return texts("destinations.next") }
        guard least < most else { return texts("destinations.between", count: least) }
        return texts("destinations.between.other", ["n": "\(least)–\(most)"])
    }

    private func tabs(_ stop: Stop) -> HTML {
        Pieces.tabs(
            texts("destinations.tabs"),
            [
                ("<bdi>\(stop.stopName)</bdi>", links.stop(id), false),
                ("\(texts("destinations.tab"))", address(nil), true),
            ], isPrinted: true)
    }

    private func address(_ cursor: String?) -> String {
        links.page("stops", id, "destinations", query: [("cursor", cursor)])
    }

    private func map(_ stop: Stop, _ destinations: [DestinationDTO]) -> MapContent {
        var content = MapContent()
        func add(_ stop: Stop, _ kind: String) {
            guard let place = stop.coordinate else { return }
            content.marks.append(
                .init(
                    latitude: place.latitude, longitude: place.longitude, name: stop.stopName,
                    link: links.stop(stop.stopID), kind: kind))
        }
        for destination in destinations {
            add(destination.stop, destination.stop.locationType == 1 ? "station" : "stop")
        }
        add(stop, "here")
        return content
    }
}

/// A destination as trips of one line reach it.
private struct Reached {
    let stop: Stop
    let trips: Int
    let least: Int
    let most: Int

    /// By trips of undefined routes.
    init(_ destination: DestinationDTO) {
        stop = destination.stop
        trips = destination.trips
        (least, most) = (destination.callsBetween, destination.callsBetween)
    }

    /// Nil where no trip of the routes goes there.
    init?(_ destination: DestinationDTO, on rids: Set<Int64>) {
        let own = destination.routes.indices.filter { rids.contains(destination.routes[$0].rid) }
        let calls = own.map { destination.routeCallsBetween[$0] }
        guard let least = calls.map(\.least).min(), let most = calls.map(\.most).max() else {
            return nil
        }
        stop = destination.stop
        trips = own.reduce(0) { $0 + destination.routeTrips[$1] }
        (self.least, self.most) = (least, most)
    }
}
