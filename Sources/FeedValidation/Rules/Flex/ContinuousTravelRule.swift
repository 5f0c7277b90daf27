import GTFSSchedule

/// Trips of a route where riders board and alight anywhere along the way have no windows.
struct ContinuousTravelRule: TripRule {
    static let notices: [NoticeDefinition] = [.forbiddenContinuousPickupDropOff]
    static let inputs = ["routes.txt", "trips.txt", "stop_times.txt"]
    static let reads: TripParts = [.calls, .route]

    func applies(to feed: LoadedFeed) -> Bool {
        feed.hasOnDemandCalls
            && (feed.routes.header.has("continuous_pickup")
                || feed.routes.header.has("continuous_drop_off"))
    }

    func check(_ trip: TripView, _ bin: NoticeBin) {
        guard trip.isDefined, let route = trip.route,
            Self.isPossible(route.continuousPickup) || Self.isPossible(route.continuousDropOff),
            let routeIndex = trip.feed.routeIndex(route.routeID)
        else { return }
        for position in trip.onDemandCalls {
            let extra = trip.extra(position)
            guard extra.hasWindow else { continue }
            bin.add(
                .forbiddenContinuousPickupDropOff,
                [
                    "routeCsvRowNumber": trip.feed.routes.rowNumbers[routeIndex],
                    "tripId": trip.tripID, "stopTimeCsvRowNumber": trip.row(position),
                    "startPickupDropOffWindow": trip.shown(extra.windowStart),
                    "endPickupDropOffWindow": trip.shown(extra.windowEnd),
                ])
        }
    }

    private static func isPossible(_ value: ContinuousPickupDropOff?) -> Bool {
        guard let value else { return false }
        return [0, 2, 3].contains(value.code)
    }
}

extension NoticeDefinition {
    static let forbiddenContinuousPickupDropOff = NoticeDefinition(
        "forbidden_continuous_pickup_drop_off", .error,
        "A trip with pickup and drop-off windows is on a route with continuous pickup or drop-off.",
        why: "A trip follows a path along which riders wave it down, or serves a zone; not both.",
        fix: "Set the route's `continuous_pickup` and `continuous_drop_off` to 1 or blank.",
        reference: "routes.txt", "continuous_pickup", "continuous_drop_off")
}
