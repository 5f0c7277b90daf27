import ArgumentParser
import FeedCompiling
import Foundation
import TransitAPI
import TransitAnswers
import TransitBundle

struct QueryVehicles: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vehicles",
        abstract: "Where vehicles are according to live data, and their next calls.",
        discussion: """
            A position predicts nothing. A vehicle whose run is unknown has no trip: it can only \
            be shown on a map.
            """)

    @Option(
        help: ArgumentHelp(
            "Only vehicles in this box: minLon,minLat,maxLon,maxLat.", valueName: "box"),
        transform: FilterOptions.box)
    var bbox: FilterBox?

    @Option(help: "Only vehicles on a route: a route_id, or rid:1.")
    var route: TextArgument?

    @Option(help: "Only the vehicle of a trip: a trip_id.")
    var trip: TextArgument?

    @Flag(
        name: .customLong("geojson"),
        help: "Print a FeatureCollection of GeoJSON: the vehicles whose places are known.")
    var isGeoJSON = false

    @OptionGroup var realtime: RealtimeOptions

    @OptionGroup var options: QueryOptions

    func validate() throws {
        guard !realtime.messages.isEmpty else {
            throw ValidationError("positions need --realtime FILE or URL")
        }
        if isGeoJSON, options.json || options.csv {
            throw ValidationError("choose one of --geojson, --json and --csv")
        }
    }

    func run() throws {
        try options.answer(realtime) { [bbox, route, trip, isGeoJSON] asked in
            let box = bbox.map { box in
                [box.west, box.south, box.east, box.north].map { NumberText.degrees($0) }
                    .joined(separator: ",")
            }
            let pages = try await asked.pages(
                .vehicles, ["bbox": box, "route": route?.text, "trip": trip?.text, "limit": "500"]
            ) { try await $0.vehicles() }
            let found = pages.flatMap(\.elements)
            if isGeoJSON {
                return QueryAnswer(
                    lines: [JSONText.pretty(Collection(features: found.compactMap { .init($0) }))])
            }
            var table = TextTable(
                ["vehicle", "place", "at", "route", "trip", "next call", "full"], rightAligned: [])
            for vehicle in found { table.add(Self.cells(vehicle)) }
            return QueryAnswer(
                pages, rows: ["vehicles"],
                columns: [
                    "id", "vehicle.id", "vehicle.label", "lat", "lon", "bearing", "speed", "at",
                    "trip_id", "service_date", "route_id", "next_call.stop_sequence",
                    "next_call.stop_id", "next_call.status", "occupancy_status",
                ], lines: found.isEmpty ? ["no vehicles"] : table.lines)
        }
    }

    private static func cells(_ vehicle: LiveVehicle) -> [String] {
        let next = vehicle.nextCall.map { call -> String in
            let place = call.stopID ?? call.stopSequence.map(String.init) ?? ""
            let words = ["STOPPED_AT": "at", "INCOMING_AT": "arriving at"]
            let about = call.isByPlace ? "about " : ""
            return "\(about)\(words[call.status] ?? "to") \(place)"
        }
        return [
            vehicle.vehicle?.label ?? vehicle.vehicle?.id ?? vehicle.id,
            vehicle.coordinate.map { "\($0.latitude),\($0.longitude)" } ?? "",
            vehicle.at.map(RealtimeWords.clock) ?? "", vehicle.routeID ?? "",
            vehicle.tripID ?? "", next ?? "", vehicle.occupancyStatus ?? "",
        ]
    }

    private struct Collection: Encodable {
        let type = "FeatureCollection"
        let features: [LiveVehicle.Feature]
    }
}
