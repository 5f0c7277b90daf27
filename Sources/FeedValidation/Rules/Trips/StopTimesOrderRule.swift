import FeedCompiling

/// The rows of a trip stand next to each other, in the order of their numbers.
struct StopTimesOrderRule: FeedRule {
    static let notices: [NoticeDefinition] = [.unsortedStopTimes]
    static let inputs = ["stop_times.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        let calls = feed.calls
        let repeats = try (0..<calls.callLists.count).map { list in
            try feed.checkCancellation()
            return repeatsNumber(calls.callLists[list].bindMemory(to: Call.self))
        }
        for trip in 0..<feed.trips.count where calls.hasCalls(trip) {
            try feed.checkCancellation()
            let count = calls.calls(trip).count
            var rows = (first: Int(calls.rows[trip]), last: Int(calls.rows[trip]) + count - 1)
            if rows.first < 0 {
                let list = calls.rowLists[-1 - rows.first]
                rows = (Int(list.min() ?? 0), Int(list.max() ?? 0))
            }
            guard
                calls.isUnsorted[trip] || repeats[Int(calls.callList[trip])]
                    || rows.last - rows.first + 1 > count
            else { continue }
            bin.add(
                .unsortedStopTimes,
                [
                    "tripId": feed.trips.id(trip), "startCsvRowNumber": rows.first,
                    "endCsvRowNumber": rows.last,
                ])
        }
    }

    /// Whether two calls in a row have the same number.
    private func repeatsNumber(_ calls: UnsafeBufferPointer<Call>) -> Bool {
        guard calls.count > 1 else { return false }
        for position in 1..<calls.count
        where calls[position].sequence == calls[position - 1].sequence {
            return true
        }
        return false
    }
}

extension NoticeDefinition {
    static let unsortedStopTimes = NoticeDefinition(
        "unsorted_stop_times", .info,
        "The rows of a trip are apart, or not in ascending order of `stop_sequence`.",
        why: "Readers that go through the file once need them together and in order.",
        fix: "Sort the file by `trip_id` and `stop_sequence`.",
        reference: "stop_times.txt", "trip_id", "stop_sequence")
}
