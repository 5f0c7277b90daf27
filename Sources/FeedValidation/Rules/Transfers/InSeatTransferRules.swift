import FeedCompiling
import GTFSSchedule

/// A transfer that links trips names both, and leads from the last stop of one to the first stop of
/// the other.
struct InSeatTransferRule: FeedRule {
    static let transferWithSuspiciousMidTripInSeat = NoticeDefinition(
        "transfer_with_suspicious_mid_trip_in_seat", .warning,
        summary:
            "A transfer links trips, but not at the last stop of one and the first of the other.",
        why: "Apps may show the vehicle twice, because its second trip starts before its first "
            + "ends.",
        fix: "Name the last stop of the first trip and the first stop of the second.",
        reference: "transfers.txt", fields: "from_stop_id", "to_stop_id", "transfer_type",
        telling: ["tripId", "stopIdFieldName", "stopId"])
    static let notices: [NoticeDefinition] = [
        .missingRequiredField, .transferWithInvalidStopLocationType,
        transferWithSuspiciousMidTripInSeat,
    ]
    static let inputs = ["transfers.txt", "stops.txt", "stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        for (index, transfer) in feed.transfers.rows.enumerated() where transfer.linksTrips {
            try feed.checkCancellation()
            let row = feed.transfers.rowNumbers[index]
            for end in TransferEnd.allCases {
                if end.tripID(transfer) == nil {
                    bin.add(
                        .missingRequiredField, field: end.tripField, of: feed.transfers.filename,
                        row: row)
                }
                checkStop(transfer, at: end, row: row, feed: feed, into: bin)
            }
        }
    }

    private func checkStop(
        _ transfer: Transfer, at end: TransferEnd, row: Int, feed: LoadedFeed, into bin: NoticeBin
    ) {
        guard let id = end.stopID(transfer), let stop = feed.clearStop(id) else { return }
        if stop.kind == .station { TransferStopTypeRule.note(stop, at: end, row: row, into: bin) }
        guard let tripID = end.tripID(transfer), let trip = feed.tripIndex(tripID),
            let place = feed.stopIDs.find(id.text), !feed.trip(trip).isIncomplete
        else { return }
        let calls = feed.calls.calls(trip)
        let expected = end == .from ? calls.last : calls.first
        guard calls.contains(where: { Int($0.stop) == place }),
            expected.map({ Int($0.stop) }) != place
        else { return }
        bin.add(
            Self.transferWithSuspiciousMidTripInSeat,
            [
                "csvRowNumber": row, "tripIdFieldName": end.tripField, "tripId": tripID,
                "stopIdFieldName": end.stopField, "stopId": id,
            ])
    }
}

struct InSeatRouteTypeRule: FeedRule {
    static let inconsistentRouteTypeForInSeatTransfer = NoticeDefinition(
        "inconsistent_route_type_for_in_seat_transfer", .warning,
        summary: "An in-seat transfer joins routes of different `route_type`.",
        why: "Riders cannot stay seated in a bus that continues as a tram.",
        fix: "Correct the routes, their `route_type` or `transfer_type`.",
        reference: "transfers.txt", fields: "from_route_id", "to_route_id", "transfer_type",
        telling: ["fromRouteId", "toRouteId", "fromRouteType", "toRouteType"])
    static let notices: [NoticeDefinition] = [inconsistentRouteTypeForInSeatTransfer]
    static let inputs = ["transfers.txt", "routes.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        for (index, transfer) in feed.transfers.rows.enumerated()
        where transfer.transferType == .inSeat {
            guard let fromIndex = feed.routeIndex(transfer.fromRouteID),
                let toIndex = feed.routeIndex(transfer.toRouteID),
                !feed.routes.isBad(fromIndex, "route_type"),
                !feed.routes.isBad(toIndex, "route_type")
            else { continue }
            let (from, to) = (feed.routes[fromIndex], feed.routes[toIndex])
            if from.routeType == to.routeType { continue }
            bin.add(
                Self.inconsistentRouteTypeForInSeatTransfer,
                [
                    "csvRowNumber": feed.transfers.rowNumbers[index],
                    "fromRouteId": transfer.fromRouteID, "toRouteId": transfer.toRouteID,
                    "fromRouteType": CanonicalName.routeType(from.routeType),
                    "toRouteType": CanonicalName.routeType(to.routeType),
                ])
        }
    }
}
