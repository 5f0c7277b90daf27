import FeedCompiling
import GTFSSchedule

/// Stops of routes whose fares depend on zones have a zone.
struct StopZoneRule: FeedRule {
    static let stopWithoutZoneID = NoticeDefinition(
        "stop_without_zone_id", .info,
        summary:
            "A stop without `zone_id` is served by a route with zone fares in `fare_rules.txt`.",
        why: "Apps cannot find the fare of a ride from or to the stop.",
        fix: "Fill in `zone_id`.",
        reference: "stops.txt", fields: "zone_id")
    static let notices: [NoticeDefinition] = [stopWithoutZoneID]
    static let inputs = [
        "stops.txt", "fare_rules.txt", "stop_times.txt", "trips.txt", "routes.txt",
    ]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let rules = feed.fareRules
        var goesByZone = [Bool](repeating: false, count: rules.route.texts.count)
        for index in 0..<rules.count {
            try feed.checkCancellation()
            guard let route = rules.route.number(index),
                rules.origin.number(index) != nil || rules.destination.number(index) != nil
                    || rules.contains.number(index) != nil
            else { continue }
            goesByZone[route] = true
        }
        var hasZones = [Bool](repeating: false, count: feed.routeIDs.count)
        for number in goesByZone.indices where goesByZone[number] {
            guard let route = feed.routeIDs.find(rules.route.texts[number]),
                feed.routeTypes.isDefined(Int32(route))
            else { continue }
            hasZones[route] = true
        }
        guard hasZones.contains(true) else { return }
        var isServed = [Bool](repeating: false, count: feed.stopIDs.count)
        var isDone = [Bool](repeating: false, count: feed.calls.callLists.count)
        let lists = TripLists(feed.calls)
        for trip in 0..<feed.trips.definedCount where lists.hasCalls(trip) {
            try feed.checkCancellation()
            let route = feed.trips.columns.route[trip]
            let list = lists.callNumber(trip)
            guard route >= 0, hasZones[Int(route)], !isDone[list] else { continue }
            isDone[list] = true
            for call in lists.calls(trip) where call.stop >= 0 {
                isServed[Int(call.stop)] = true
            }
        }
        for (index, stop) in feed.stops.rows.enumerated()
        where stop.zoneID == nil && (stop.locationType ?? .stop) == .stop {
            guard let id = stop.stopID, let number = feed.stopIDs.find(id.text), isServed[number],
                !feed.stops.isBad(index, "location_type")
            else { continue }
            bin.add(
                Self.stopWithoutZoneID,
                [
                    "stopId": id, "stopName": stop.stopName ?? "",
                    "csvRowNumber": feed.stops.rowNumbers[index],
                ])
        }
    }
}
