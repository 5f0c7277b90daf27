import FeedCompiling
import GTFSSchedule

struct BlockOverlapRule: FeedRule {
    static let blockTripsWithOverlappingStopTimes = NoticeDefinition(
        "block_trips_with_overlapping_stop_times", .error,
        summary: "Two trips of one block run on the same day, and their times overlap.",
        why: "One vehicle cannot run both trips, so riders who stay seated end up elsewhere.",
        fix: "Correct the times, the services or `block_id`.",
        reference: "trips.txt", fields: "block_id",
        telling: ["blockId", "tripIdA", "tripIdB"])
    static let notices: [NoticeDefinition] = [blockTripsWithOverlappingStopTimes]
    static let inputs = ["trips.txt", "stop_times.txt", "calendar.txt", "calendar_dates.txt"]

    /// The pairs take some dozens of megabytes.
    private static let mostKnownPairs = 1_000_000

    /// Small, because there are as many as trips.
    private struct Span {
        /// As for `TripColumns.row(number:)`.
        let number: Int32
        let row: Int32
        let service: Int32
        let firstArrival: Int32
        let firstDeparture: Int32
        let lastArrival: Int32
        let lastDeparture: Int32
    }

    private struct Pair: Hashable {
        let one: Int32
        let other: Int32
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let services = feed.servicePeriods
        var patience = RulePatience(feed)
        var common: [Pair: Int?] = [:]
        func commonDay(_ one: Int32, _ other: Int32) throws -> Int? {
            let pair = Pair(one: min(one, other), other: max(one, other))
            try patience.spend(10)
            if let known = common[pair] { return known }
            guard let first = services[pair.one], let second = services[pair.other] else {
                return nil
            }
            try patience.spend(100 + first.exceptionCount + second.exceptionCount)
            let day = first.firstDay(with: second)
            if common.count < Self.mostKnownPairs { common[pair] = .some(day) }
            return day
        }
        for block in blocks(feed) {
            try feed.checkCancellation()
            for (index, span) in block.enumerated() {
                for next in block[(index + 1)...] {
                    try patience.spend(1)
                    // Blocks are sorted by arrival: no later trip can overlap either.
                    if span.lastDeparture <= next.firstArrival { break }
                    // Calls that both trips have, where one becomes the other, are not an overlap.
                    if span.lastArrival == next.firstArrival,
                        span.lastDeparture == next.firstDeparture
                    {
                        continue
                    }
                    guard let day = try commonDay(span.service, next.service) else {
                        continue
                    }
                    add(
                        feed.trips.row(number: span.number), feed.trips.row(number: next.number),
                        on: day, of: feed, into: bin)
                }
            }
        }
    }

    private func add(
        _ one: TripRow, _ other: TripRow, on day: Int, of feed: LoadedFeed, into bin: NoticeBin
    ) {
        bin.add(
            Self.blockTripsWithOverlappingStopTimes,
            [
                "csvRowNumberA": Int(one.row), "tripIdA": feed.trips.id(Int(one.trip)),
                "serviceIdA": feed.serviceIDs.string(Int(one.service)),
                "csvRowNumberB": Int(other.row), "tripIdB": feed.trips.id(Int(other.trip)),
                "serviceIdB": feed.serviceIDs.string(Int(other.service)),
                "blockId": feed.blockIDs.string(Int(one.block)),
                "intersection": ServiceDate(dayNumber: day),
            ])
    }

    /// Trips whose first and last calls have all their times, by arrival and departure.
    private func blocks(_ feed: LoadedFeed) -> [[Span]] {
        var blocks = [[Span]](repeating: [], count: feed.blockIDs.count)
        let lists = TripLists(feed.calls)
        feed.trips.forEachNumberedRow { number, row in
            guard row.block >= 0, row.service >= 0 else { return true }
            let trip = TripView(feed, lists: lists, trip: Int(row.trip))
            guard trip.count > 0, let firstArrival = trip.arrival(0),
                let firstDeparture = trip.departure(0),
                let lastArrival = trip.arrival(trip.count - 1),
                let lastDeparture = trip.departure(trip.count - 1)
            else { return true }
            blocks[Int(row.block)].append(
                Span(
                    number: number, row: row.row, service: row.service,
                    firstArrival: Int32(clamping: firstArrival),
                    firstDeparture: Int32(clamping: firstDeparture),
                    lastArrival: Int32(clamping: lastArrival),
                    lastDeparture: Int32(clamping: lastDeparture)))
            return true
        }
        for block in blocks.indices where blocks[block].count > 1 {
            blocks[block].sort {
                ($0.firstArrival, $0.lastDeparture, $0.row)
                    < ($1.firstArrival, $1.lastDeparture, $1.row)
            }
        }
        return blocks
    }
}

struct BlockRouteTypesRule: FeedRule {
    static let inconsistentRouteTypeForBlockID = NoticeDefinition(
        "inconsistent_route_type_for_block_id", .warning,
        summary: "Trips of one block belong to routes of different `route_type`.",
        why: "One vehicle cannot be a bus on one trip and a tram on the next.",
        fix: "Correct `block_id`, or the `route_type` of the routes.",
        reference: "trips.txt", fields: "block_id")
    static let notices: [NoticeDefinition] = [inconsistentRouteTypeForBlockID]
    static let inputs = ["trips.txt", "routes.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.blockIDs.count > 0, feed.routes.state != .missing else { return }
        let types = feed.routeTypes
        var routesOfBlock = [[Int32]](repeating: [], count: feed.blockIDs.count)
        feed.trips.forEachRow { row in
            // Trips of a block mostly follow each other, so this catches most repeats.
            if row.block >= 0, row.route >= 0, routesOfBlock[Int(row.block)].last != row.route {
                routesOfBlock[Int(row.block)].append(row.route)
            }
        }
        for (block, routes) in routesOfBlock.enumerated() where routes.count > 1 {
            var names: [String] = []
            for route in routes {
                guard let code = types.code(route) else { continue }
                let type = CanonicalName.routeType(RouteType(code: code))
                let name = type == CanonicalName.unknown && code >= 0 ? "\(code)" : type
                if !names.contains(name) { names.append(name) }
            }
            guard names.count > 1 else { continue }
            var ids: [String] = []
            for route in routes {
                let id = feed.routeIDs.string(Int(route))
                if !ids.contains(id) { ids.append(id) }
            }
            bin.add(
                Self.inconsistentRouteTypeForBlockID,
                [
                    "blockId": feed.blockIDs.string(block),
                    "routeIds": ids.joined(separator: ", "),
                    "routeTypes": names.joined(separator: ", "),
                ])
        }
    }

}
