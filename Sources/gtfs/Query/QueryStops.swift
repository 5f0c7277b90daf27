import ArgumentParser
import TransitAPI
import TransitAnswers
import TransitBundle

struct QueryStops: QueryCommand {
    static let configuration = CommandConfiguration(
        commandName: "stops",
        abstract: "Search stops by name, code or id, as people type.")

    @Argument(StopsQuestion.text) var text: String

    @Option(StopsQuestion.limit, usual: Self.usualLimit) var limit: Int?

    @OptionGroup var options: QueryOptions

    static let usualLimit = 20

    func answer(from asked: AskedBundle) async throws -> QueryAnswer {
        let question = Asked<StopsQuestion> {
            $0.text = text
            $0.limit = limit ?? Self.usualLimit
        }
        let found = try await asked.answer(question) { try await $0.stops() }
        return QueryAnswer([found], table: CSVTable(rows: ["stops"], columns: Stop.names)) {
            let stops = found.data.elements.map(\.model)
            return stops.isEmpty
                ? ["no stop matches \(text)"] : TextTable(stops, Stop.columns).lines
        }
    }
}

struct QueryNearby: QueryCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearby", abstract: "The stops around a place, the nearest first.")

    @Argument(StopsQuestion.place) var place: Coordinate

    @Option(StopsQuestion.radius) var radius: Int?

    @Option(StopsQuestion.limit, usual: QueryStops.usualLimit) var limit: Int?

    @OptionGroup var options: QueryOptions

    func answer(from asked: AskedBundle) async throws -> QueryAnswer {
        let question = Asked<StopsQuestion> {
            $0.place = place
            $0.radius = radius
            $0.limit = limit ?? QueryStops.usualLimit
        }
        let found = try await asked.answer(question) { try await $0.stops() }
        var rounded = found.data
        for index in rounded.elements.indices {
            rounded.elements[index].meters = rounded.elements[index].meters.map {
                ($0 * 10).rounded() / 10
            }
        }
        return QueryAnswer(
            [found], table: CSVTable(rows: ["stops"], columns: ["meters"] + Stop.names),
            of: [rounded]
        ) {
            let meters = TextColumn<StopDTO>("meters", .right) { stop in
                "\(Int((stop.meters ?? 0).rounded()))"
            }
            let stops = found.data.elements
            return stops.isEmpty
                ? ["no stop nearby"]
                : TextTable(stops, [meters] + Stop.columns.map { $0.of(\.model) }).lines
        }
    }
}

extension Stop {
    fileprivate static var names: [String] { Stop.CodingKeys.allCases.map(\.rawValue) }

    fileprivate static var columns: [TextColumn<Stop>] {
        [
            .init("stop_id") { $0.stopID }, .init("code") { $0.stopCode },
            .init("name") { $0.stopName }, .init("kind") { $0.kindName },
            .init("place") { $0.coordinatesText },
            .init("wheelchair") { $0.accessibility.displayName },
            .init("sid", .right) { "\($0.sid)" },
        ]
    }

    private var kindName: String {
        switch kind {
        case .stop: parentStation == nil ? "stop" : "platform"
        case .station: "station"
        case .entrance: "entrance"
        case .genericNode: "node"
        case .boardingArea: "boarding area"
        default: "location \(kind)"
        }
    }
}

struct QueryStop: QueryCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract:
            "A stop or station: platforms, entrances, levels, pathways, routes, service on demand.")

    @Argument(help: "A stop_id, or sid:1.")
    var id: TextArgument

    @OptionGroup var options: QueryOptions

    func answer(from asked: AskedBundle) async throws -> QueryAnswer {
        let found = try await asked.answer(Asked<StopQuestion>(id: id.text)) { try await $0.stop() }
        let onDemand = found.data.flexibleAccess
        if !onDemand.isEmpty { try await ZoneRemark.write(asked.bundle) }
        return QueryAnswer(
            [found],
            table: CSVTable(
                rows: ["stop", "platforms", "entrances", "nodes", "boarding_areas"],
                columns: Stop.names)
        ) {
            try await Self.lines(found.data.model)
                + OnDemandText.lines(onDemand, in: asked.bundle)
        }
    }

    private static func lines(_ details: StopDetails) -> [String] {
        var lines = [details.stop.shareText]
        lines.append("Wheelchairs: \(details.stop.accessibility.displayName)")
        if let parent = details.parent {
            lines.append("Part of: \(parent.stopName) (\(parent.stopID))")
        }
        for (title, stops) in [
            ("Platforms", details.platforms), ("Entrances", details.entrances),
            ("Nodes", details.nodes), ("Boarding areas", details.boardingAreas),
        ] where !stops.isEmpty {
            lines += ["\(title) (\(stops.count))"] + TextTable(stops, Stop.columns).lines
        }
        if !details.levels.isEmpty {
            let columns: [TextColumn<Level>] = [
                .init { $0.levelID }, .init { $0.levelIndex.map { "\($0)" } },
                .init { $0.levelName },
            ]
            lines += ["Levels (\(details.levels.count))"] + TextTable(details.levels, columns).lines
        }
        if !details.pathways.isEmpty { lines.append("Pathways: \(details.pathways.count)") }
        return lines + ["Routes (\(details.routes.count))"]
            + TextTable(details.routes, Route.columns).lines
    }
}
