import GTFSSchedule

/// Transfers are between stops or stations.
struct TransferStopTypeRule: FeedRule {
    static let notices: [NoticeDefinition] = [.transferWithInvalidStopLocationType]
    static let inputs = ["transfers.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        for (index, transfer) in feed.transfers.rows.enumerated() {
            try feed.checkCancellation()
            for end in TransferEnd.allCases {
                guard let stop = feed.stop(end.stopID(transfer)), stop.kind != .stop,
                    stop.kind != .station
                else { continue }
                Self.note(stop, end, row: feed.transfers.rowNumbers[index], bin)
            }
        }
    }

    static func note(_ stop: Stop, _ end: TransferEnd, row: Int, _ bin: NoticeBin) {
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
        "A transfer names an entrance, node or boarding area, or links trips at a station.",
        why: "Riders change between stops, so the transfer cannot be used.",
        fix: "Name the stop where riders alight or board.",
        reference: "transfers.txt", "from_stop_id", "to_stop_id")
}
