import ArgumentParser
import TransitBundle

struct QueryNearby: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearby", abstract: "The stops around a place, the nearest first.")

    @Argument(
        help: ArgumentHelp("Degrees, latitude first.", valueName: "lat,lon"),
        transform: CoordinateArgument.read)
    var place: CoordinateArgument

    @Option(
        help: "Meters; without it, the nearest stops however far away.",
        transform: RadiusArgument.read)
    var radius: RadiusArgument?

    @Option(help: "The most stops to print (default: 20).", transform: LimitArgument.read)
    var limit: LimitArgument?

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { [place, radius, limit] bundle in
            let centre = Coordinate(latitude: place.latitude, longitude: place.longitude)
            let count = limit?.count ?? 20
            let found =
                if let radius {
                    try await bundle.stops(near: centre, radius: radius.meters, limit: count)
                } else {
                    try await bundle.stops(near: centre, count: count)
                }
            let rows = found.map { NearbyRow(stop: $0.stop, distanceMeters: $0.distanceMeters) }
            var table = TextTable(
                ["meters", "stop_id", "code", "name", "kind", "place", "wheelchair", "sid"],
                rightAligned: [0, 7])
            for row in rows {
                table.add(["\(Int(row.distanceMeters.rounded()))"] + StopColumns.cells(row.stop))
            }
            return QueryAnswer(
                rows, columns: ["distance_meters"] + StopColumns.names, table: table,
                none: "no stop nearby")
        }
    }

    private struct NearbyRow: Encodable {
        let stop: Stop
        let distanceMeters: Double

        private enum CodingKeys: String, CodingKey {
            case distanceMeters = "distance_meters"
        }

        func encode(to encoder: any Encoder) throws {
            try stop.encode(to: encoder)
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode((distanceMeters * 10).rounded() / 10, forKey: .distanceMeters)
        }
    }
}
