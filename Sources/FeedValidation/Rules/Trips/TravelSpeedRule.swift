import FeedCompiling
import GTFSSchedule

/// Vehicles do not go faster than their kind can, neither from call to call nor over 10 km.
struct TravelSpeedRule: FeedRule {
    static let notices: [NoticeDefinition] = [
        .fastTravelBetweenConsecutiveStops, .fastTravelBetweenFarStops,
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
            guard view.count > 1, routes.isDefined(route),
                feed.options.isCanonical || routes.code(route) != nil
            else { continue }
            let travel = Travel(
                view, limitKph: limitKph(routes.code(route), feed.options.isCanonical))
            let verdict = Verdict(hops: travel.fastHops(), farHop: travel.fastFarHop())
            guard !verdict.isClean else {
                found[group] = Self.clean
                continue
            }
            found[group] = Int32(verdicts.count)
            verdicts.append(verdict)
            fast.append(trip)
        }
        let models = feed.options.isCanonical ? FirstTrips(feed, fast) : nil
        for trip in fast {
            try feed.checkCancellation()
            let verdict = verdicts[Int(found[Int(groupOfTrip[trip])])]
            let view = TripView(feed, lists: lists, trip: trip)
            // The canonical validator describes the calls by the first trip like this one.
            let model =
                models.map { TripView(feed, lists: lists, trip: $0.first(like: trip)) } ?? view
            for hop in verdict.hops {
                bin.add(.fastTravelBetweenConsecutiveStops, fields(hop, view, calls: model))
            }
            if let hop = verdict.farHop {
                bin.add(.fastTravelBetweenFarStops, fields(hop, view, calls: view))
            }
        }
    }

    private func limitKph(_ code: Int?, _ isCanonical: Bool) -> Double {
        switch code {
        case 0: 100
        case 1, 3, 11, 12: 150
        case 2: 500
        case 4: 80
        case 5: 30
        case 6, 7: 50
        // Flights.
        case let code? where 1100...1114 ~= code && !isCanonical: 1000
        default: 200
        }
    }

    private func fields(_ hop: Travel.Hop, _ trip: TripView, calls: TripView) -> NoticeFields {
        [
            "tripCsvRowNumber": trip.tripRow, "tripId": trip.tripID, "routeId": trip.routeID,
            "speedKph": hop.speedKph, "distanceKm": hop.distanceKm,
            "csvRowNumber1": calls.row(hop.start),
            "stopSequence1": calls.stopSequence(hop.start), "stopId1": calls.stopID(hop.start),
            "stopName1": calls.stop(hop.start)?.stopName ?? "",
            "departureTime1": calls.departureTime(hop.start),
            "csvRowNumber2": calls.row(hop.end), "stopSequence2": calls.stopSequence(hop.end),
            "stopId2": calls.stopID(hop.end), "stopName2": calls.stop(hop.end)?.stopName ?? "",
            "arrivalTime2": calls.arrivalTime(hop.end),
        ]
    }
}

/// The canonical validator meets these first among trips with the same route, stops and times.
private struct FirstTrips {
    private struct Key: Hashable {
        let route: Int32
        let stops: UInt64
        let times: Int32
        let origin: Int32
    }

    private let keys: [Key]
    private var firsts: [Key: Int] = [:]

    init(_ feed: LoadedFeed, _ trips: [Int]) {
        guard !trips.isEmpty else {
            keys = []
            return
        }
        var hashes = StopListHashes(feed)
        keys = (0..<feed.trips.definedCount).map { trip in
            guard feed.calls.hasCalls(trip) else {
                return Key(route: -1, stops: 0, times: -1, origin: 0)
            }
            return Key(
                route: feed.trips.columns.route[trip], stops: hashes.hash(trip).stops,
                times: feed.calls.columns.timeList[trip], origin: feed.calls.columns.origin[trip])
        }
        let wanted = Set(trips.map { keys[$0] })
        let order = JavaMapOrder(feed)
        var alike: [Key: [Int]] = [:]
        for (trip, key) in keys.enumerated() where wanted.contains(key) {
            alike[key, default: []].append(trip)
        }
        firsts = alike.compactMapValues { order.first($0) }
    }

    func first(like trip: Int) -> Int { firsts[keys[trip]] ?? trip }
}

extension NoticeDefinition {
    static let fastTravelBetweenConsecutiveStops = NoticeDefinition(
        "fast_travel_between_consecutive_stops", .warning,
        summary:
            "A trip goes from one stop to the next faster than the limit for its `route_type`.",
        why: "A time or a stop's position is wrong, and riders miss the vehicle. "
            + "Between whole minutes, one minute is added.",
        fix: "Check the times and the coordinates of both stops.",
        reference: "stop_times.txt", fields: "arrival_time", "departure_time",
        rowFiles: ["tripCsvRowNumber": "trips.txt"],
        telling: ["tripId", "stopId1", "stopId2", "speedKph"])
    static let fastTravelBetweenFarStops = NoticeDefinition(
        "fast_travel_between_far_stops", .warning,
        summary: "A trip covers more than 10 km between two stops faster than the limit for its "
            + "`route_type`.",
        why: "The distance is too long to be explained by rounded times. "
            + "Between whole minutes, one minute is added.",
        fix: "Check all times between the two stops and the coordinates of the stops.",
        reference: "stop_times.txt", fields: "arrival_time", "departure_time",
        rowFiles: ["tripCsvRowNumber": "trips.txt"],
        telling: ["tripId", "stopId1", "stopId2", "speedKph"])
}

/// The order in which a Java hash map with trip ids as keys visits its entries.
///
/// The canonical validator describes some findings by the first trip of such a map; under
/// `--compat canonical` they are described by the same trip.
struct JavaMapOrder {
    private let feed: LoadedFeed
    private let mask: UInt32

    /// The keys are the trips that `stop_times.txt` names, in the file's order.
    init(_ feed: LoadedFeed) {
        self.feed = feed
        let count = (0..<feed.trips.count).count { feed.calls.hasCalls($0) }
        // The map begins with 32 places and doubles when three quarters of them are taken.
        var places = 32
        while count * 4 > places * 3 { places *= 2 }
        mask = UInt32(truncatingIfNeeded: places - 1)
    }

    func first(_ trips: some Sequence<Int>) -> Int? {
        trips.min { key($0) < key($1) }
    }

    /// Within a position the order of insertion counts.
    private func key(_ trip: Int) -> (UInt32, Int) {
        let hash = Self.hash(feed.trips.ids[trip])
        return ((hash ^ hash >> 16) & mask, Int(feed.calls.rows(trip).min() ?? 0))
    }

    /// The value of `String.hashCode()`: computed from the UTF-16 units, each with 31 times the
    /// weight of the next.
    private static func hash(_ text: UnsafeRawBufferPointer) -> UInt32 {
        String(decoding: text, as: UTF8.self).utf16.reduce(0) { $0 &* 31 &+ UInt32($1) }
    }
}
