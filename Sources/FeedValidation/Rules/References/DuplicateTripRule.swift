/// No two rows of `trips.txt` have the same `trip_id`.
struct DuplicateTripRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = ["trips.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        let trips = feed.trips
        for duplicate in trips.duplicates {
            let trip = Int(duplicate.trip)
            bin.add(
                .duplicateKey,
                [
                    "filename": "trips.txt", "oldCsvRowNumber": Int(trips.row[trip]),
                    "newCsvRowNumber": Int(duplicate.row), "fieldName1": "trip_id",
                    "fieldValue1": trips.id(trip),
                ])
        }
    }
}
