import ArgumentParser
import FeedReading
import SystemLayer
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
        return QueryAnswer(
            [found], rest: Self.rest(of: found),
            failure: found.data.elements.isEmpty ? NoStopMatches(text: text) : nil,
            table: CSVTable(rows: ["stops"], columns: Stop.names)
        ) {
            let stops = found.data.elements.map(\.model)
            return stops.isEmpty ? [] : TextTable(stops, Stop.columns).lines
        }
    }

    /// Such as "20 of 42, --limit 42 for all".
    static func rest(of found: Envelope<ListDTO<StopDTO>>) -> String? {
        guard found.meta.next != nil else { return nil }
        let shown = Quantity.count(found.data.elements.count)
        guard let total = found.data.total else {
            return "the nearest \(shown), --limit for more"
        }
        let advice =
            total <= most
            ? ", --limit \(total) for all"
            : found.data.elements.count < most ? ", --limit \(most) for more" : ""
        return "\(shown) of \(Quantity.count(total))\(advice)"
    }

    /// That of the API.
    private static let most = 500

    private struct NoStopMatches: DiagnosedError {
        let text: String
        var description: String { "no stop matches \(text)" }
        var exitCode: Int32 { 1 }
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
            [found], rest: QueryStops.rest(of: found),
            table: CSVTable(rows: ["stops"], columns: ["meters"] + Stop.names), of: [rounded]
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
            "A stop or station: platforms, levels, pathways, routes, transfers, service on demand.")

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
                + PlaceText.lines(found.data, in: asked.bundle)
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
        return lines + ["Routes (\(details.routes.count))"]
            + TextTable(details.routes, Route.columns).lines
    }
}
