import FeedCompiling
import GTFSSchedule

/// Riders must book service within a window: it is neither regular service, nor do they arrange it
/// with the driver.
struct PickupDropOffTypeRule: TripRule {
    static let forbiddenPickupType = NoticeDefinition(
        "forbidden_pickup_type", .error,
        summary: "A row with a pickup/drop-off window has a `pickup_type` that is 0, 3 or empty.",
        why: "Riders wait for a vehicle that comes only after a booking.",
        fix: "Set `pickup_type` to 1, or to 2 with a booking rule.",
        reference: "stop_times.txt", fields: "pickup_type", "start_pickup_drop_off_window",
        "end_pickup_drop_off_window")
    static let forbiddenDropOffType = NoticeDefinition(
        "forbidden_drop_off_type", .error,
        summary: "A row with a pickup/drop-off window has a `drop_off_type` that is 0 or empty.",
        why: "Riders expect a regular stop, but the vehicle stops only on request.",
        fix: "Set `drop_off_type` to 1 or 3, or to 2 with a booking rule.",
        reference: "stop_times.txt", fields: "drop_off_type", "start_pickup_drop_off_window",
        "end_pickup_drop_off_window")
    static let notices: [NoticeDefinition] = [forbiddenPickupType, forbiddenDropOffType]
    static let inputs = ["stop_times.txt"]
    static let checksSingleRows = true
    static let reads: TripParts = .calls

    func applies(to feed: LoadedFeed) -> Bool { feed.hasOnDemandCalls }

    func check(_ trip: TripView, into bin: NoticeBin) {
        for position in trip.onDemandCalls where !trip.calls[position].codes.isPassedOver {
            let extra = trip.extra(position)
            guard extra.hasWindow else { continue }
            let codes = trip.calls[position].codes
            let fields: NoticeFields = [
                "csvRowNumber": trip.row(position),
                "startPickupDropOffWindow": extra.startTime,
                "endPickupDropOffWindow": extra.endTime,
            ]
            if [0, 3].contains(codes[.pickupType] ?? 0) {
                bin.add(Self.forbiddenPickupType, fields)
            }
            if codes[.dropOffType] ?? 0 == 0 { bin.add(Self.forbiddenDropOffType, fields) }
        }
    }
}

/// A window of pickup and drop-off has a start and a later end, and no times beside it.
struct PickupDropOffWindowRule: TripRule {
    static let forbiddenArrivalOrDepartureTime = NoticeDefinition(
        "forbidden_arrival_or_departure_time", .error,
        summary: "A row with a pickup/drop-off window also has `arrival_time` or `departure_time`.",
        why: "Apps cannot tell whether the vehicle comes at a fixed time or within the window.",
        fix: "Keep either the times or the window.",
        reference: "stop_times.txt", fields: "arrival_time", "departure_time",
        "start_pickup_drop_off_window", "end_pickup_drop_off_window")
    static let missingPickupOrDropOffWindow = NoticeDefinition(
        "missing_pickup_or_drop_off_window", .error,
        summary:
            "A row has only one of `start_pickup_drop_off_window` and `end_pickup_drop_off_window`.",
        why: "Riders cannot tell when they can travel.",
        fix: "Fill in both fields.",
        reference: "stop_times.txt", fields: "start_pickup_drop_off_window",
        "end_pickup_drop_off_window")
    static let invalidPickupDropOffWindow = NoticeDefinition(
        "invalid_pickup_drop_off_window", .error,
        summary: "`end_pickup_drop_off_window` is not after `start_pickup_drop_off_window`.",
        why: "Riders can never travel in such a window.",
        fix: "Correct the two times; hours after midnight continue from 24.",
        reference: "stop_times.txt", fields: "start_pickup_drop_off_window",
        "end_pickup_drop_off_window")
    static let notices: [NoticeDefinition] = [
        forbiddenArrivalOrDepartureTime, missingPickupOrDropOffWindow,
        invalidPickupDropOffWindow,
    ]
    static let inputs = ["stop_times.txt"]
    static let checksSingleRows = true
    static let reads: TripParts = [.calls, .times]

    func applies(to feed: LoadedFeed) -> Bool { feed.hasOnDemandCalls }

    func check(_ trip: TripView, into bin: NoticeBin) {
        for position in trip.onDemandCalls where !trip.calls[position].codes.isPassedOver {
            let extra = trip.extra(position)
            guard extra.hasWindow else { continue }
            let row = trip.row(position)
            let (start, end) = (extra.startTime, extra.endTime)
            let arrival = trip.arrivalTime(position)
            let departure = trip.departureTime(position)
            if arrival != nil || departure != nil {
                bin.add(
                    Self.forbiddenArrivalOrDepartureTime,
                    [
                        "csvRowNumber": row,
                        "arrivalTime": arrival, "departureTime": departure,
                        "startPickupDropOffWindow": start, "endPickupDropOffWindow": end,
                    ])
            }
            let definition: NoticeDefinition
            if let start, let end {
                guard start >= end else { continue }
                definition = Self.invalidPickupDropOffWindow
            } else if trip.calls[position].codes.isBad(.window) {
                continue
            } else {
                definition = Self.missingPickupOrDropOffWindow
            }
            bin.add(
                definition,
                [
                    "csvRowNumber": row, "startPickupDropOffWindow": start,
                    "endPickupDropOffWindow": end,
                ])
        }
    }
}

/// Trips of a route where riders board and alight anywhere along the way have no windows.
struct ContinuousTravelRule: TripRule {
    static let forbiddenContinuousPickupDropOff = NoticeDefinition(
        "forbidden_continuous_pickup_drop_off", .error,
        summary: "A stop time has a pickup/drop-off window, but its route has continuous pickup or "
            + "drop-off.",
        why: "Riders wave down a vehicle along its path or book it within an area, not both.",
        fix: "Set the route's `continuous_pickup` and `continuous_drop_off` to 1, or leave them "
            + "empty.",
        reference: "routes.txt", fields: "continuous_pickup", "continuous_drop_off",
        rowFiles: ["stopTimeCsvRowNumber": "stop_times.txt"])
    static let notices: [NoticeDefinition] = [forbiddenContinuousPickupDropOff]
    static let inputs = ["routes.txt", "trips.txt", "stop_times.txt"]
    static let reads: TripParts = [.calls, .route]

    func applies(to feed: LoadedFeed) -> Bool {
        feed.hasOnDemandCalls
            && (feed.routes.header.has("continuous_pickup")
                || feed.routes.header.has("continuous_drop_off"))
    }

    func check(_ trip: TripView, into bin: NoticeBin) {
        guard trip.isDefined, let route = trip.route,
            Self.isPossible(route.continuousPickup) || Self.isPossible(route.continuousDropOff),
            let routeIndex = trip.feed.routeIndex(route.routeID)
        else { return }
        for position in trip.onDemandCalls {
            let extra = trip.extra(position)
            guard extra.hasWindow else { continue }
            bin.add(
                Self.forbiddenContinuousPickupDropOff,
                [
                    "routeCsvRowNumber": trip.feed.routes.rowNumbers[routeIndex],
                    "tripId": trip.tripID, "stopTimeCsvRowNumber": trip.row(position),
                    "startPickupDropOffWindow": extra.startTime,
                    "endPickupDropOffWindow": extra.endTime,
                ])
        }
    }

    private static func isPossible(_ value: ContinuousPickupDropOff?) -> Bool {
        guard let value else { return false }
        return [0, 2, 3].contains(value.code)
    }
}
