/// No two calls of a trip have the same `stop_sequence`.
struct DuplicateStopSequenceRule: TripRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = .calls

    func check(_ trip: TripView, _ bin: NoticeBin) {
        var first = 0
        for position in 1..<max(1, trip.count) {
            let sequence = trip.calls[position].sequence
            // Without a number the row has a notice already.
            guard sequence >= 0, sequence == trip.calls[first].sequence else {
                first = position
                continue
            }
            bin.add(
                .duplicateKey,
                [
                    "filename": "stop_times.txt", "oldCsvRowNumber": trip.row(first),
                    "newCsvRowNumber": trip.row(position),
                    "fieldName1": "trip_id,stop_sequence",
                    "fieldValue1": "\(trip.tripID),\(sequence)",
                ])
        }
    }
}
