import ArgumentParser
import Foundation
import TransitAPI
import TransitAnswers
import TransitBundle

struct QueryVehicles: QueryCommand {
    static let configuration = CommandConfiguration(
        commandName: "vehicles",
        abstract: "Where vehicles are according to live data, and their next calls.",
        discussion: """
            A position predicts nothing. A vehicle whose run is unknown has no trip: it can only \
            be shown on a map.
            """)

    @Option(VehiclesQuestion.box) var bbox: BoundingBox?

    @Option(VehiclesQuestion.route) var route: String?

    @Option(VehiclesQuestion.trip) var trip: String?

    @Flag(
        name: .customLong("geojson"),
        help: "Print a FeatureCollection of GeoJSON: the vehicles whose places are known.")
    var isGeoJSON = false

    @OptionGroup var options: LiveQueryOptions

    func validate() throws {
        try options.require(for: "positions")
        if isGeoJSON, options.form.json || options.form.csv {
            throw ValidationError("choose one of --geojson, --json and --csv")
        }
    }

    func answer(from asked: AskedBundle) async throws -> QueryAnswer {
        let question = Asked<VehiclesQuestion> {
            $0.box = bbox
            $0.route = route
            $0.trip = trip
            $0.limit = 500
        }
        let pages = try await asked.pages(question) { try await $0.vehicles() }
        return QueryAnswer(
            pages,
            table: CSVTable(
                rows: ["vehicles"],
                columns: [
                    "id", "vehicle.id", "vehicle.label", "lat", "lon", "bearing", "speed", "at",
                    "trip_id", "service_date", "route_id", "next_call.stop_sequence",
                    "next_call.stop_id", "next_call.status", "occupancy_status",
                ])
        ) {
            let found = pages.flatMap(\.data.elements)
            if isGeoJSON {
                return [JSONText.pretty(Collection(features: found.compactMap { .init($0) }))]
            }
            return found.isEmpty ? ["no vehicles"] : TextTable(found, Self.columns).lines
        }
    }

    private static var columns: [TextColumn<LiveVehicle>] {
        [
            .init("vehicle") { $0.vehicle?.label ?? $0.vehicle?.id ?? $0.id },
            .init("place") { $0.coordinate.map { "\($0.latitude),\($0.longitude)" } },
            .init("at") { $0.at.map(RealtimeText.clock) },
            .init("route") { $0.routeID }, .init("trip") { $0.tripID },
            .init("next call") { $0.nextCall.map(words) }, .init("full") { $0.occupancyStatus },
        ]
    }

    private static func words(_ call: LiveVehicle.NextCall) -> String {
        let place = call.stopID ?? call.stopSequence.map(String.init) ?? ""
        let words = ["STOPPED_AT": "at", "INCOMING_AT": "arriving at"]
        return "\(call.isByPlace ? "about " : "")\(words[call.status] ?? "to") \(place)"
    }

    private struct Collection: Encodable {
        let type = "FeatureCollection"
        let features: [LiveVehicle.Feature]
    }
}
