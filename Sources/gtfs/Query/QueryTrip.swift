import ArgumentParser
import TransitBundle

/// `gtfs query trip ID`.
struct QueryTrip: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trip", abstract: "A trip with its calls.")

    @Argument(help: "A trip_id.")
    var id: String

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { [id] bundle in
            let trip = try await bundle.trip(id: id)
            let calls = try await bundle.calls(of: trip).map(CallRow.init)
            var table = TextTable(
                ["#", "arrival", "departure", "", "stop_id", "stop"], rightAligned: [0])
            for call in calls { table.add(call.cells) }
            let title = [
                "Trip \(trip.tripID)", trip.routeID.map { "route \($0)" },
                trip.serviceID.map { "service \($0)" }, trip.tripHeadsign.map { "to \($0)" },
            ].compactMap { $0 }.joined(separator: ", ")
            return QueryAnswer(
                Answer(trip: trip, calls: calls), rows: calls, columns: CallRow.columns,
                lines: [title] + table.lines)
        }
    }

    private struct Answer: Encodable {
        let trip: Trip
        let calls: [CallRow]
    }

    /// A call under the reference's names.
    private struct CallRow: Encodable {
        let stopSequence: Int
        let stopID: String?
        let stopName: String?
        let arrivalTime: String?
        let departureTime: String?
        let interpolatedTime: String?
        let pickupType: Int
        let dropOffType: Int
        let headsign: String?
        let shapeDistTraveled: Double?
        let timepoint: Int?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case stopSequence = "stop_sequence"
            case stopID = "stop_id"
            case stopName = "stop_name"
            case arrivalTime = "arrival_time"
            case departureTime = "departure_time"
            case interpolatedTime = "interpolated_time"
            case pickupType = "pickup_type"
            case dropOffType = "drop_off_type"
            case headsign
            case shapeDistTraveled = "shape_dist_traveled"
            case timepoint
        }

        static let columns = CodingKeys.allCases.map(\.rawValue)

        init(_ call: Call) {
            stopSequence = call.stopSequence
            stopID = call.stopID
            stopName = call.stop?.stopName
            arrivalTime = call.arrival?.description
            departureTime = call.departure?.description
            interpolatedTime = call.isInterpolated ? call.interpolated?.description : nil
            pickupType = call.pickup.code
            dropOffType = call.dropOff.code
            headsign = call.headsign
            shapeDistTraveled = call.shapeDistTraveled
            timepoint = call.timepoint
        }

        var cells: [String] {
            [
                "\(stopSequence)", arrivalTime ?? "", departureTime ?? interpolatedTime ?? "",
                interpolatedTime == nil ? "" : "about", stopID ?? "", stopName ?? "",
            ]
        }
    }
}
