import GTFSSchedule

/// Vehicles do not go faster than their kind can, neither from call to call nor over 10 km.
struct TravelSpeedRule: TripRule {
    static let notices: [NoticeDefinition] = [
        .fastTravelBetweenConsecutiveStops, .fastTravelBetweenFarStops,
    ]
    static let inputs = ["routes.txt", "trips.txt", "stop_times.txt", "stops.txt"]
    static let reads: TripParts = [.calls, .times, .route, .seconds]

    func check(_ trip: TripView, _ bin: NoticeBin) {
        guard trip.isDefined, trip.count > 1 else { return }
        let route = trip.feed.trips.route[trip.trip]
        guard trip.feed.routeTypes.isDefined(route) else { return }
        let limit = Self.limitKph(trip.feed.routeTypes.code(route))
        let travel = Travel(trip, limitKph: limit)
        travel.fastHops { add(.fastTravelBetweenConsecutiveStops, $0, trip, bin) }
        if let far = travel.fastFarHop() { add(.fastTravelBetweenFarStops, far, trip, bin) }
    }

    /// The speed that vehicles of a route type stay below.
    private static func limitKph(_ code: Int?) -> Double {
        switch code {
        case 0: 100
        case 1, 3, 11, 12: 150
        case 2: 500
        case 4: 80
        case 5: 30
        case 6, 7: 50
        default: 200
        }
    }

    private func add(
        _ definition: NoticeDefinition, _ hop: Travel.Hop, _ trip: TripView, _ bin: NoticeBin
    ) {
        bin.add(
            definition,
            [
                "tripCsvRowNumber": trip.tripRow, "tripId": trip.tripID,
                "routeId": trip.routeID, "speedKph": hop.speedKph, "distanceKm": hop.distanceKm,
                "csvRowNumber1": trip.row(hop.start),
                "stopSequence1": trip.stopSequence(hop.start), "stopId1": trip.stopID(hop.start),
                "stopName1": trip.stop(hop.start)?.stopName ?? "",
                "departureTime1": trip.departureTime(hop.start),
                "csvRowNumber2": trip.row(hop.end), "stopSequence2": trip.stopSequence(hop.end),
                "stopId2": trip.stopID(hop.end),
                "stopName2": trip.stop(hop.end)?.stopName ?? "",
                "arrivalTime2": trip.arrivalTime(hop.end),
            ])
    }
}

extension NoticeDefinition {
    static let fastTravelBetweenConsecutiveStops = NoticeDefinition(
        "fast_travel_between_consecutive_stops", .warning,
        "A vehicle goes from one stop to the next faster than its kind can.",
        why: "A time or a place is wrong, and riders miss the vehicle.",
        fix: "Check the times of both calls and the coordinates of both stops.",
        reference: "stop_times.txt", "arrival_time", "departure_time")
    static let fastTravelBetweenFarStops = NoticeDefinition(
        "fast_travel_between_far_stops", .warning,
        "A vehicle covers more than 10 km between two stops faster than its kind can.",
        why: "Over such a distance rounded times are no excuse: a time or a place is wrong.",
        fix: "Check the times between the two calls and the coordinates of the stops.",
        reference: "stop_times.txt", "arrival_time", "departure_time")
}
