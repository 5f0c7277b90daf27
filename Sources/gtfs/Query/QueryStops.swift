import ArgumentParser
import TransitAPI
import TransitAnswers
import TransitBundle

struct QueryStops: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stops",
        abstract: "Search stops by name, code or id, as people type.")

    @Argument(help: "Words or beginnings of words, in any order.")
    var text: TextArgument

    @Option(
        help: "The most stops to print, at most 500 (default: 20).", transform: LimitArgument.read)
    var limit: LimitArgument?

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { [text, limit] asked in
            let found = try await asked.data(
                .stops, ["q": text.text, "limit": "\(limit?.count ?? 20)"]
            ) { try await $0.stops() }
            let stops = found.elements.map(\.model)
            return QueryAnswer(
                [found], rows: ["stops"], columns: StopColumns.names,
                lines: stops.isEmpty
                    ? ["no stop matches \(text.text)"] : StopColumns.table(stops).lines)
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
        try options.answer { [id] asked in
            let answer = try await asked.data(.stop, id: id.text) { try await $0.stop() }
            let details = answer.model
            let onDemand = answer.flexibleAccess
            if !onDemand.isEmpty { try await TimeZoneRemark.write(asked.bundle) }
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
            lines += try await FlexibleText.lines(onDemand, in: asked.bundle)
            return QueryAnswer(
                [answer], rows: ["stop", "platforms", "entrances", "nodes", "boarding_areas"],
                columns: StopColumns.names, lines: lines)
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
