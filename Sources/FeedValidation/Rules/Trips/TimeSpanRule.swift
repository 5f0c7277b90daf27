import GTFSSchedule

/// No time of a trip is further from its first one than a bundle can say.
struct TimeSpanRule: TripRule {
    static let notices: [NoticeDefinition] = [.timeSpanTooLong]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = [.calls, .times]

    /// Seconds; what `FeedCompiling` takes.
    private static let longest = 1_000_000

    func applies(to feed: LoadedFeed) -> Bool { !feed.options.isCanonical }

    func check(_ trip: TripView, _ bin: NoticeBin) {
        // Rows without a number are none of the trip.
        let calls = (0..<trip.count).filter { trip.calls[$0].sequence >= 0 }
        let times = calls.flatMap { position in
            [
                (position, "arrival_time", trip.arrival(position)),
                (position, "departure_time", trip.departure(position)),
            ]
        }
        guard let first = times.compactMap(\.2).min() else { return }
        for (position, field, time) in times {
            guard let time, time - first > Self.longest else { continue }
            bin.add(
                .timeSpanTooLong,
                [
                    "filename": "stop_times.txt", "csvRowNumber": trip.row(position),
                    "fieldName": field, "fieldValue": ServiceTime(seconds: time).description,
                ])
        }
    }
}
