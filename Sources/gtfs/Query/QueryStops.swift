import ArgumentParser
import FeedReading
import TransitBundle

struct QueryStops: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stops",
        abstract: "Search stops by name, code or id, as people type.")

    @Argument(help: "Words or beginnings of words, in any order.")
    var text: TextArgument

    @Option(help: "The most stops to print (default: 20).", transform: LimitArgument.read)
    var limit: LimitArgument?

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { [text, limit] bundle in
            let stops = try await bundle.stops(matching: text.text, limit: limit?.count ?? 20)
            return QueryAnswer(
                stops, columns: StopColumns.names, table: StopColumns.table(stops),
                none: "no stop matches \(text.text)")
        }
    }
}

struct QueryStop: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract:
            "A stop or station: platforms, entrances, levels, pathways, routes, service on demand.")

    @Argument(help: "A stop_id, or sid:1.")
    var id: TextArgument

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { [id] bundle in
            let details = try await bundle.details(of: try await bundle.stop(id: id.text))
            let onDemand = try await bundle.flexibleAccess(at: details.stop)
            if !onDemand.isEmpty { try await TimeZoneRemark.write(bundle) }
            let places =
                [details.stop] + details.platforms + details.entrances + details.nodes
                + details.boardingAreas
            var lines = [details.stop.shareText]
            lines.append("Wheelchairs: \(details.stop.accessibility.displayName)")
            if let parent = details.parent {
                lines.append("Part of: \(parent.stopName) (\(parent.stopID))")
            }
            func add(_ title: String, _ stops: [Stop]) {
                guard !stops.isEmpty else { return }
                lines.append("\(title) (\(stops.count))")
                lines += StopColumns.table(stops).lines
            }
            add("Platforms", details.platforms)
            add("Entrances", details.entrances)
            add("Nodes", details.nodes)
            add("Boarding areas", details.boardingAreas)
            if !details.levels.isEmpty {
                lines.append("Levels (\(details.levels.count))")
                lines += details.levels.map {
                    "  \($0.levelID)  \($0.levelIndex.map { "\($0)" } ?? "")  \($0.levelName ?? "")"
                }
            }
            if !details.pathways.isEmpty { lines.append("Pathways: \(details.pathways.count)") }
            lines.append("Routes (\(details.routes.count))")
            lines += RouteColumns.table(details.routes).lines
            lines += try await FlexibleText.lines(onDemand, in: bundle)
            return QueryAnswer(
                Answer(details, onDemand), rows: places, columns: StopColumns.names, lines: lines)
        }
    }

    private struct Answer: Encodable {
        let stop: Stop
        let parent: Stop?
        let platforms: [Stop]
        let entrances: [Stop]
        let nodes: [Stop]
        let boardingAreas: [Stop]
        let levels: [Level]
        let pathways: [String]
        let routes: [Route]
        let onDemand: [FlexibleAccessRow]
        let bookingRules: [JSONValue]

        init(_ details: StopDetails, _ onDemand: [FlexibleAccess]) {
            stop = details.stop
            parent = details.parent
            platforms = details.platforms
            entrances = details.entrances
            nodes = details.nodes
            boardingAreas = details.boardingAreas
            levels = details.levels
            pathways = details.pathways.compactMap { $0.pathwayID?.text }
            routes = details.routes
            self.onDemand = onDemand.map(FlexibleAccessRow.init)
            bookingRules = FlexibleText.bookingRules(onDemand).map(\.json)
        }

        private enum CodingKeys: String, CodingKey {
            case stop, parent, platforms, entrances, nodes
            case boardingAreas = "boarding_areas"
            case levels, pathways, routes
            case onDemand = "on_demand"
            case bookingRules = "booking_rules"
        }
    }
}

enum StopColumns {
    static let names = Stop.CodingKeys.allCases.map(\.rawValue)

    static func table(_ stops: [Stop]) -> TextTable {
        var table = TextTable(
            ["stop_id", "code", "name", "kind", "place", "wheelchair", "sid"], rightAligned: [6])
        for stop in stops { table.add(cells(stop)) }
        return table
    }

    static func cells(_ stop: Stop) -> [String] {
        [
            stop.stopID, stop.stopCode ?? "", stop.stopName, kind(stop), stop.coordinatesText,
            stop.accessibility.displayName, "\(stop.sid)",
        ]
    }

    static func kind(_ stop: Stop) -> String {
        switch stop.kind {
        case .stop: stop.parentStation == nil ? "stop" : "platform"
        case .station: "station"
        case .entrance: "entrance"
        case .genericNode: "node"
        case .boardingArea: "boarding area"
        default: "location \(stop.kind)"
        }
    }
}
