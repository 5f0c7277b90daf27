import GTFSSchedule

/// Riders who stay in their seat stay in the same kind of vehicle.
struct InSeatRouteTypeRule: FeedRule {
    static let notices: [NoticeDefinition] = [.inconsistentRouteTypeForInSeatTransfer]
    static let inputs = ["transfers.txt", "routes.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        for (index, transfer) in feed.transfers.rows.enumerated()
        where transfer.transferType == .inSeat {
            guard let from = feed.routeIndex(transfer.fromRouteID).map({ feed.routes[$0] }),
                let to = feed.routeIndex(transfer.toRouteID).map({ feed.routes[$0] })
            else { continue }
            let areSame =
                feed.options.isCanonical
                ? CanonicalName.number(from.routeType) == CanonicalName.number(to.routeType)
                : from.routeType == to.routeType
            if areSame { continue }
            bin.add(
                .inconsistentRouteTypeForInSeatTransfer,
                [
                    "csvRowNumber": feed.transfers.rowNumbers[index],
                    "fromRouteId": transfer.fromRouteID, "toRouteId": transfer.toRouteID,
                    "fromRouteType": CanonicalName.routeType(from.routeType),
                    "toRouteType": CanonicalName.routeType(to.routeType),
                ])
        }
    }
}

extension NoticeDefinition {
    static let inconsistentRouteTypeForInSeatTransfer = NoticeDefinition(
        "inconsistent_route_type_for_in_seat_transfer", .warning,
        "An in-seat transfer leads to a route of another `route_type`.",
        why: "Nobody can stay in the seat of a bus that goes on as a tram.",
        fix: "Correct the routes, their types or `transfer_type`.",
        reference: "transfers.txt", "from_route_id", "to_route_id", "transfer_type")
}
