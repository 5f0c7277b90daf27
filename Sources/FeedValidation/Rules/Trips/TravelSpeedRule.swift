import FeedCompiling
import FeedReading
import GTFSSchedule

/// Vehicles do not go faster than their kind can, neither from call to call nor over 10 km.
struct TravelSpeedRule: FeedRule {
    static let fastTravelBetweenConsecutiveStops = NoticeDefinition(
        "fast_travel_between_consecutive_stops", .warning,
        summary:
            "A trip goes from one stop to the next faster than the limit for its `route_type`.",
        why: "Riders miss the vehicle: a time or a position is wrong. "
            + "Times in whole minutes are allowed one minute more.",
        fix: "Check the times and the coordinates of both stops.",
        reference: "stop_times.txt", fields: "arrival_time", "departure_time",
        rowFiles: ["tripCsvRowNumber": "trips.txt"],
        telling: ["tripId", "stopId1", "stopId2", "speedKph"])
    static let fastTravelBetweenFarStops = NoticeDefinition(
        "fast_travel_between_far_stops", .warning,
        summary: "A trip covers more than 10 km between two stops faster than the limit for its "
            + "`route_type`.",
        why: "The distance is too long to be explained by rounded times. "
            + "Times in whole minutes are allowed one minute more.",
        fix: "Check all times between the two stops and the coordinates of the stops.",
        reference: "stop_times.txt", fields: "arrival_time", "departure_time",
        rowFiles: ["tripCsvRowNumber": "trips.txt"],
        telling: ["tripId", "stopId1", "stopId2", "speedKph"])
    static let notices: [NoticeDefinition] = [
        fastTravelBetweenConsecutiveStops, fastTravelBetweenFarStops,
    ]
    static let inputs = ["routes.txt", "trips.txt", "stop_times.txt", "stops.txt"]

    private struct Verdict {
        let hops: [Travel.Hop]
        let farHop: Travel.Hop?
        var isClean: Bool { hops.isEmpty && farHop == nil }
    }

    private static let unknown: Int32 = -2
    private static let clean: Int32 = -1

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let routes = feed.routeTypes
        let lists = TripLists(feed.calls)
        let (groupOfTrip, count) = try TripGroups.grouping(
            feed, by: [.calls, .times, .route, .seconds])
        /// By group: unknown, clean, or the index in `verdicts`. A feed may have a million groups,
        /// nearly all of them clean.
        var found = [Int32](repeating: Self.unknown, count: count)
        var verdicts: [Verdict] = []
        var fast: [Int] = []
        for trip in 0..<feed.trips.definedCount where groupOfTrip[trip] >= 0 {
            try feed.checkCancellation()
            let group = Int(groupOfTrip[trip])
            guard found[group] == Self.unknown else {
                if found[group] != Self.clean { fast.append(trip) }
                continue
            }
            let view = TripView(feed, lists: lists, trip: trip)
            let route = feed.trips.columns.route[trip]
            guard view.count > 1, let type = routes.code(route) else { continue }
            let travel = Travel(view, limitKph: limitKph(type))
            let verdict = Verdict(hops: travel.fastHops(), farHop: travel.fastFarHop())
            guard !verdict.isClean else {
                found[group] = Self.clean
                continue
            }
            found[group] = Int32(verdicts.count)
            verdicts.append(verdict)
            fast.append(trip)
        }
        for trip in fast {
            try feed.checkCancellation()
            let verdict = verdicts[Int(found[Int(groupOfTrip[trip])])]
            let view = TripView(feed, lists: lists, trip: trip)
            for hop in verdict.hops {
                bin.add(
                    Self.fastTravelBetweenConsecutiveStops, of: part(hop, view), fields(hop, view))
            }
            if let hop = verdict.farHop {
                bin.add(Self.fastTravelBetweenFarStops, of: part(hop, view), fields(hop, view))
            }
        }
    }

    private func limitKph(_ code: Int) -> Double {
        switch code {
        case 0: 100
        case 1, 3, 11, 12: 150
        case 2: 500
        case 4: 80
        case 5: 30
        case 6, 7: 50
        // Flights.
        case 1100...1114: 1000
        default: 200
        }
    }

    private func part(_ hop: Travel.Hop, _ trip: TripView) -> NoticePart {
        NoticePart(
            "stop_times.txt",
            .stops(from: trip.calls[hop.start].stop, to: trip.calls[hop.end].stop))
    }

    private func fields(_ hop: Travel.Hop, _ trip: TripView) -> NoticeFields {
        let fields: NoticeFields = [
            "tripCsvRowNumber": trip.tripRow, "tripId": trip.tripID, "routeId": trip.routeID,
            "speedKph": hop.speedKph, "distanceKm": hop.distanceKm,
        ]
        return fields.with(Self.fields(trip, from: hop.start, to: hop.end))
    }

    /// The values of a notice about two calls.
    static func fields(_ trip: TripView, from start: Int, to end: Int) -> NoticeFields {
        [
            "csvRowNumber1": trip.row(start), "stopSequence1": trip.stopSequence(start),
            "stopId1": trip.stopID(start), "stopName1": trip.stop(start)?.stopName ?? "",
            "departureTime1": trip.departureTime(start),
            "csvRowNumber2": trip.row(end), "stopSequence2": trip.stopSequence(end),
            "stopId2": trip.stopID(end), "stopName2": trip.stop(end)?.stopName ?? "",
            "arrivalTime2": trip.arrivalTime(end),
        ]
    }
}
