import ArgumentParser
import TransitAPI
import TransitAnswers

struct QueryNearby: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearby", abstract: "The stops around a place, the nearest first.")

    @Argument(
        help: ArgumentHelp("Degrees, latitude first.", valueName: "lat,lon"),
        transform: CoordinateArgument.read)
    var place: CoordinateArgument

    @Option(
        help: "Meters, at most 100000; without it, the nearest stops however far away.",
        transform: RadiusArgument.read)
    var radius: RadiusArgument?

    @Option(
        help: "The most stops to print, at most 500 (default: 20).", transform: LimitArgument.read)
    var limit: LimitArgument?

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { [place, radius, limit] asked in
            let degrees = [place.latitude, place.longitude].map { NumberText.degrees($0) }
            let found = try await asked.data(
                .stops,
                [
                    "near": degrees.joined(separator: ","),
                    "radius": radius.map { "\($0.meters)" }, "limit": "\(limit?.count ?? 20)",
                ]
            ) { try await $0.stops() }
            var table = TextTable(
                ["meters", "stop_id", "code", "name", "kind", "place", "wheelchair", "sid"],
                rightAligned: [0, 7])
            for stop in found.elements {
                table.add(
                    ["\(Int((stop.meters ?? 0).rounded()))"] + StopColumns.cells(stop.model))
            }
            var rounded = found
            for index in rounded.elements.indices {
                rounded.elements[index].meters = found.elements[index].meters.map {
                    ($0 * 10).rounded() / 10
                }
            }
            return QueryAnswer(
                [found], table: [rounded], rows: ["stops"], columns: ["meters"] + StopColumns.names,
                lines: found.elements.isEmpty ? ["no stop nearby"] : table.lines)
        }
    }
}
