import GTFSSchedule

/// Fares name their agency: they must when there are several, and should in any case.
struct FareAgencyRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRequiredAgencyID, .missingRecommendedField]
    static let inputs = ["agency.txt", "fare_attributes.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.agency.count > 0 else { return }
        let fares = feed.fareAttributes
        for (index, fare) in fares.rows.enumerated() where fare.agencyID == nil {
            if feed.agency.count > 1 {
                bin.add(
                    .missingRequiredAgencyID,
                    ["filename": fares.filename, "csvRowNumber": fares.rowNumbers[index]])
            } else {
                bin.add(
                    .missingRecommendedField,
                    [
                        "filename": fares.filename, "csvRowNumber": fares.rowNumbers[index],
                        "fieldName": "agency_id",
                    ])
            }
        }
    }
}
