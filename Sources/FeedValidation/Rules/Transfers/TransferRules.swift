import FeedCompiling
import GTFSSchedule

enum TransferEnd: CaseIterable {
    case from
    case to

    func stopID(_ transfer: Transfer) -> StopID? {
        self == .from ? transfer.fromStopID : transfer.toStopID
    }

    func routeID(_ transfer: Transfer) -> RouteID? {
        self == .from ? transfer.fromRouteID : transfer.toRouteID
    }

    func tripID(_ transfer: Transfer) -> TripID? {
        self == .from ? transfer.fromTripID : transfer.toTripID
    }

    var stopField: String { self == .from ? "from_stop_id" : "to_stop_id" }
    var routeField: String { self == .from ? "from_route_id" : "to_route_id" }
    var tripField: String { self == .from ? "from_trip_id" : "to_trip_id" }
}

extension Transfer {
    var linksTrips: Bool { transferType == .inSeat || transferType == .inSeatNotAllowed }
}

/// A transfer names both stops, unless it links trips.
///
/// The reference takes a blank `transfer_type` for 0; the canonical validator skips such rows.
struct TransferStopsRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRequiredField]
    static let inputs = ["transfers.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        for (index, transfer) in feed.transfers.rows.enumerated() where !transfer.linksTrips {
            try feed.checkCancellation()
            if transfer.transferType == nil, feed.options.isCanonical { continue }
            if feed.transfers.isBad(index, "transfer_type") { continue }
            for end in TransferEnd.allCases where end.stopID(transfer) == nil {
                bin.add(
                    .missingRequiredField, field: end.stopField, of: feed.transfers.filename,
                    row: feed.transfers.rowNumbers[index])
            }
        }
    }
}

struct TransferStopTypeRule: FeedRule {
    static let notices: [NoticeDefinition] = [.transferWithInvalidStopLocationType]
    static let inputs = ["transfers.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        for (index, transfer) in feed.transfers.rows.enumerated() {
            try feed.checkCancellation()
            for end in TransferEnd.allCases {
                guard let stop = feed.clearStop(end.stopID(transfer)), stop.kind != .stop,
                    stop.kind != .station
                else { continue }
                Self.note(stop, at: end, row: feed.transfers.rowNumbers[index], into: bin)
            }
        }
    }

    static func note(_ stop: Stop, at end: TransferEnd, row: Int, into bin: NoticeBin) {
        bin.add(
            .transferWithInvalidStopLocationType,
            [
                "csvRowNumber": row, "stopIdFieldName": end.stopField,
                "stopId": stop.stopID?.text ?? "",
                "locationTypeValue": CanonicalName.number(stop.kind),
                "locationTypeName": CanonicalName.locationType(stop.kind),
            ])
    }
}

extension NoticeDefinition {
    static let transferWithInvalidStopLocationType = NoticeDefinition(
        "transfer_with_invalid_stop_location_type", .error,
        summary:
            "A transfer names an entrance, generic node or boarding area, or links trips at a station.",
        why: "Apps cannot use the transfer, because riders change at stops.",
        fix: "Name the stop where riders alight or board.",
        reference: "transfers.txt", fields: "from_stop_id", "to_stop_id",
        telling: ["stopIdFieldName", "stopId", "locationTypeName"])
}

/// The trip of a transfer belongs to the route that the transfer names, and calls at the stop.
///
/// A station represents all places in it.
struct TransferTripRule: FeedRule {
    static let transferWithInvalidTripAndRoute = NoticeDefinition(
        "transfer_with_invalid_trip_and_route", .error,
        summary: "A transfer names a trip and a route, but the trip belongs to another route.",
        why: "Apps cannot apply the transfer to any trip.",
        fix: "Name the trip's route, or leave the route empty.",
        reference: "transfers.txt", fields: "from_route_id", "to_route_id", "from_trip_id",
        "to_trip_id",
        telling: ["tripId", "routeId", "expectedRouteId"])
    static let transferWithInvalidTripAndStop = NoticeDefinition(
        "transfer_with_invalid_trip_and_stop", .error,
        summary: "A transfer names a trip and a stop, but the trip does not serve the stop.",
        why: "Riders cannot change there.",
        fix: "Name a stop that the trip serves.",
        reference: "transfers.txt", fields: "from_stop_id", "to_stop_id", "from_trip_id",
        "to_trip_id",
        telling: ["tripId", "stopFieldName", "stopId"])
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [
        transferWithInvalidTripAndRoute, transferWithInvalidTripAndStop,
    ]
    static let inputs = ["transfers.txt", "trips.txt", "stop_times.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        guard feed.transfers.count > 0 else { return }
        let children = ChildStops(feed)
        for (index, transfer) in feed.transfers.rows.enumerated() {
            try feed.checkCancellation()
            for end in TransferEnd.allCases {
                guard let id = end.tripID(transfer), let trip = feed.tripIndex(id),
                    trip < feed.trips.definedCount
                else { continue }
                let view = TripView(feed, trip)
                let row = feed.transfers.rowNumbers[index]
                if let route = end.routeID(transfer), route != view.routeID.map(RouteID.init(_:)) {
                    bin.add(
                        Self.transferWithInvalidTripAndRoute,
                        [
                            "csvRowNumber": row, "tripFieldName": end.tripField, "tripId": id,
                            "routeFieldName": end.routeField, "routeId": route,
                            "expectedRouteId": view.routeID ?? "",
                        ])
                }
                if let stopID = end.stopID(transfer), let stop = feed.clearStop(stopID),
                    !view.isIncomplete,
                    !Self.calls(view, at: Self.places(stop, children: children, in: feed))
                {
                    bin.add(
                        Self.transferWithInvalidTripAndStop,
                        [
                            "csvRowNumber": row, "tripFieldName": end.tripField, "tripId": id,
                            "stopFieldName": end.stopField, "stopId": stopID,
                        ])
                }
            }
        }
    }

    private static func places(
        _ stop: Stop, children: ChildStops, in feed: LoadedFeed
    ) -> [Int] {
        guard let id = stop.stopID else { return [] }
        let ids =
            switch stop.kind {
            case .stop: [id]
            case .station: children[id].compactMap { feed.stops[$0].stopID }
            default: [StopID]()
            }
        return ids.compactMap { feed.stopIDs.find($0.text) }
    }

    private static func calls(_ trip: TripView, at places: [Int]) -> Bool {
        if places.count == 1 { return trip.calls.contains { Int($0.stop) == places[0] } }
        let places = Set(places)
        return trip.calls.contains { places.contains(Int($0.stop)) }
    }
}

/// The stops of a transfer are near each other.
///
/// A stop without coordinates has those of its parent. If there are none, the pair is skipped.
struct TransferDistanceRule: FeedRule {
    static let transferDistanceTooLarge = NoticeDefinition(
        "transfer_distance_too_large", .warning,
        summary: "The stops of a transfer are more than 10 km apart.",
        why: "Riders do not walk that far, so a stop is probably wrong.",
        fix: "Correct the stops or their coordinates.",
        reference: "transfers.txt", fields: "from_stop_id", "to_stop_id")
    static let transferDistanceAbove2Km = NoticeDefinition(
        "transfer_distance_above_2_km", .info,
        summary: "The stops of a transfer are more than 2 km and at most 10 km apart.",
        why: "Few riders walk that far.",
        fix: "Check the stops and their coordinates.",
        reference: "transfers.txt", fields: "from_stop_id", "to_stop_id")
    static let notices: [NoticeDefinition] = [transferDistanceTooLarge, transferDistanceAbove2Km]
    static let inputs = ["transfers.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        for (index, transfer) in feed.transfers.rows.enumerated() {
            try feed.checkCancellation()
            guard let from = transfer.fromStopID, let to = transfer.toStopID,
                let first = place(from, feed), let second = place(to, feed)
            else { continue }
            let meters = Earth.meters(first, second)
            guard meters > 2_000 else { continue }
            bin.add(
                meters > 10_000 ? Self.transferDistanceTooLarge : Self.transferDistanceAbove2Km,
                [
                    "csvRowNumber": feed.transfers.rowNumbers[index], "fromStopId": from,
                    "toStopId": to, "distanceKm": meters / 1_000,
                ])
        }
    }

    private func place(_ id: StopID, _ feed: LoadedFeed) -> SpherePoint? {
        feed.stopPoints.location(Int32(feed.stopIDs.find(id.text) ?? -1))
    }
}
