import GTFSSchedule

/// A transfer names both stops, unless it links trips.
///
/// The reference takes a blank `transfer_type` for 0; the canonical validator passes such rows over.
struct TransferStopsRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRequiredField]
    static let inputs = ["transfers.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        for (index, transfer) in feed.transfers.rows.enumerated() where !transfer.linksTrips {
            try feed.checkCancellation()
            if transfer.transferType == nil, feed.options.isCanonical { continue }
            for end in TransferEnd.allCases where end.stopID(transfer) == nil {
                bin.add(
                    .missingRequiredField,
                    [
                        "filename": feed.transfers.filename,
                        "csvRowNumber": feed.transfers.rowNumbers[index],
                        "fieldName": end.stopField,
                    ])
            }
        }
    }
}
