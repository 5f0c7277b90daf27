import TransitAPI
import TransitModel
import WebPages

struct StationParts: PagePart {
    let context: ExplorerContext
    let details: StopDetailsDTO

    func sections() async throws -> HTML {
        let names = try await names()
        return """
            \(places("platforms", details.platforms))
            \(places("entrances", details.entrances))
            \(places("areas", details.boardingAreas))
            \(places("nodes", details.nodes))
            \(levels)
            \(pathways(names))
            \(transfers(names))
            """
    }

    private func names() async throws -> [StopID: Stop] {
        var names: [StopID: Stop] = [:]
        let own =
            [details.stop, details.parent, details.station].compactMap { $0 } + details.platforms
            + details.entrances + details.nodes + details.boardingAreas
        for stop in own { names[StopID(stop.stopID)] = stop }
        let ends =
            details.transfers.flatMap { [$0.fromStopID, $0.toStopID] }
            + details.pathways.flatMap { [$0.fromStopID, $0.toStopID] }
        let missing = ends.compactMap { $0 }.filter { names[$0] == nil }.map(\.text)
        return try await context.stops(ids: missing).merging(names) { $1 }
    }

    private func places(_ key: String, _ stops: [Stop]) -> HTML? {
        guard !stops.isEmpty else { return nil }
        let rows = stops.map { stop -> HTML in
            let level = stop.levelID.map { id in
                details.levels.first { $0.levelID.exact == id.exact }.map(texts.level) ?? id
            }
            return """
                <tr><th scope="row">\(context.link(stop))</th>\
                <td>\(stop.platformCode.map(context.name))</td>\
                <td>\(stop.stopCode.map(context.name))</td>\
                <td>\(level.map(context.name))</td>\
                <td>\(texts("wheelchair.stop.\(stop.wheelchairWord)"))</td></tr>

                """
        }
        return section(
            key,
            ["part.name", "stop.platform", "stop.code", "stop.level", "stop.wheelchair"], rows)
    }

    private var levels: HTML? {
        guard !details.levels.isEmpty else { return nil }
        let items = details.levels.map { "<li>\(context.name(texts.level($0)))</li>" as HTML }
        return section("levels", "<ol id=\"stop-levels\">\(items)</ol>")
    }

    private func pathways(_ names: [StopID: Stop]) -> HTML? {
        guard !details.pathways.isEmpty else { return nil }
        let rows = details.pathways.map { way -> HTML in
            let mode = way.pathwayMode?.code ?? 0
            let arrow: HTML = way.isBidirectional == .yes ? "↔" : "→"
            let size = [
                way.length.map { texts.distance(meters: $0) },
                way.traversalTime.map { texts.length(seconds: $0) },
                way.stairCount.map { texts("pathway.stairs", count: abs($0)) },
            ].compactMap { $0 }.joined(separator: " · ")
            let signs = [way.signpostedAs, way.reversedSignpostedAs].compactMap { $0 }
                .map(context.name)
            return """
                <tr><td>\(place(way.fromStopID, names)) \(arrow) \(place(way.toStopID, names))</td>\
                <td>\(texts("pathway.\(PathwayMode.codes ~= mode ? mode : 0)"))</td>\
                <td>\(size)</td><td>\(HTML.joined(signs, separator: " / "))</td></tr>

                """
        }
        return section(
            "pathways", ["pathway.way", "pathway.mode", "pathway.size", "pathway.signs"], rows)
    }

    private func transfers(_ names: [StopID: Stop]) -> HTML? {
        guard !details.transfers.isEmpty else { return nil }
        let rows = details.transfers.map { change -> HTML in
            let type = change.transferType?.code ?? 0
            return """
                <tr><td>\(end(change.fromStopID, route: change.fromRouteID, trip: change.fromTripID, names: names))</td>\
                <td>\(end(change.toStopID, route: change.toRouteID, trip: change.toTripID, names: names))</td>\
                <td>\(texts("transfer.\(TransferType.codes ~= type ? type : 0)"))</td>\
                <td>\(change.minTransferTime.map { texts.length(seconds: $0) } ?? "")</td></tr>

                """
        }
        return section(
            "transfers", ["transfer.from", "transfer.to", "transfer.type", "transfer.time"], rows)
    }

    private func end(
        _ stop: StopID?, route: RouteID?, trip: TripID?, names: [StopID: Stop]
    ) -> HTML {
        var parts: [HTML] = []
        if stop != nil { parts.append(place(stop, names)) }
        if let route {
            let known = details.routes.first { RouteID($0.routeID) == route }
            parts.append(
                known.map(context.link)
                    ?? "<a href=\"\(links.route(route.text))\">\(context.name(route.text))</a>"
            )
        }
        if let trip {
            parts.append(
                "<a href=\"\(links.trip(trip.text, date: nil))\">\(context.name(trip.text))</a>"
            )
        }
        return HTML.joined(parts, separator: " ")
    }

    private func place(_ id: StopID?, _ names: [StopID: Stop]) -> HTML {
        guard let id else { return "" }
        return names[id].map(context.link) ?? context.name(id.text)
    }

    private func section(_ key: String, _ columns: [String], _ rows: [HTML]) -> HTML {
        section(
            key,
            texts.table(
                "stop-\(key)", caption: "stop.\(key)", isUnseen: true, columns: columns,
                rows: rows))
    }

    private func section(_ key: String, _ body: HTML) -> HTML {
        Pieces.section("\(key)-title", "\(texts("stop.\(key)"))", body)
    }
}
