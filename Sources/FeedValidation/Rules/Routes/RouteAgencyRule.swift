import GTFSSchedule

/// Routes name their agency: they must when there are several, and should in any case.
struct RouteAgencyRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRequiredAgencyID, .missingRecommendedField]
    static let inputs = ["agency.txt", "routes.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.agency.count > 0 else { return }
        for (index, route) in feed.routes.rows.enumerated() where route.agencyID == nil {
            let row = feed.routes.rowNumbers[index]
            if feed.agency.count > 1 {
                bin.add(
                    .missingRequiredAgencyID,
                    ["filename": feed.routes.filename, "csvRowNumber": row])
            } else {
                bin.add(
                    .missingRecommendedField,
                    [
                        "filename": feed.routes.filename, "csvRowNumber": row,
                        "fieldName": "agency_id",
                    ])
            }
        }
    }
}
