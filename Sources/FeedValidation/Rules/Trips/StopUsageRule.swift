import FeedCompiling
import GTFSSchedule

struct StopUsageRule: FeedRule {
    static let stopWithoutStopTime = NoticeDefinition(
        "stop_without_stop_time", .warning,
        summary:
            "No trip stops here: the stop is not in `stop_times.txt`, directly or through a location "
            + "group.",
        why: "Riders find a stop without service, often because an id is misspelled.",
        fix: "Remove the stop, or correct the ids in `stop_times.txt`.",
        reference: "stops.txt", fields: "stop_id")
    static let locationWithUnexpectedStopTime = NoticeDefinition(
        "location_with_unexpected_stop_time", .error,
        summary: "A stop time names a station, entrance, generic node or boarding area.",
        why: "Apps drop the stop time, because trips serve only stops and platforms.",
        fix: "Use a stop of the station, or correct `location_type`.",
        reference: "stop_times.txt", fields: "stop_id",
        rowFiles: ["csvRowNumber": "stops.txt"])
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [
        stopWithoutStopTime, locationWithUnexpectedStopTime,
    ]
    static let inputs = ["stops.txt", "stop_times.txt", "location_group_stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        guard feed.calls.state != .missing else { return }
        let usage = try StopUsage(feed)
        var wrong: [Int] = []
        for (index, stop) in feed.stops.rows.enumerated() {
            try feed.checkCancellation()
            guard let id = stop.stopID, let number = feed.stopIDs.find(id.text),
                !feed.stops.isBad(index, "location_type")
            else { continue }
            if (stop.locationType ?? .stop) != .stop {
                if usage.isCalledAt[number] { wrong.append(index) }
            } else if !usage.isCalledAt[number], !usage.isInUsedGroup[number] {
                bin.add(Self.stopWithoutStopTime, feed.stopFields(index))
            }
        }
        guard !wrong.isEmpty else { return }
        let firstRow = try firstRows(feed)
        for index in wrong {
            let number = feed.stops[index].stopID.flatMap { feed.stopIDs.find($0.text) } ?? 0
            bin.add(
                Self.locationWithUnexpectedStopTime,
                feed.stopFields(index).with("stopTimeCsvRowNumber", firstRow[number]))
        }
    }

    /// By number of a stop id.
    private func firstRows(_ feed: LoadedFeed) throws -> [Int] {
        var rows = [Int](repeating: .max, count: feed.stopIDs.count)
        for trip in 0..<feed.trips.count {
            try feed.checkCancellation()
            let calls = feed.calls.calls(trip)
            guard !calls.isEmpty else { continue }
            for (call, row) in zip(calls, feed.calls.rows(trip)) where call.stop >= 0 {
                let stop = Int(call.stop)
                rows[stop] = min(rows[stop], Int(row))
            }
        }
        return rows
    }
}

private struct StopUsage {
    var isCalledAt: [Bool]
    /// A location group in `stop_times.txt` contains the stop.
    var isInUsedGroup: [Bool]

    init(_ feed: LoadedFeed) throws {
        isCalledAt = Array(repeating: false, count: feed.stopIDs.count)
        isInUsedGroup = isCalledAt
        for list in 0..<feed.calls.callLists.count {
            try feed.checkCancellation()
            for call in feed.calls.callLists[list].bindMemory(to: ListedCall.self)
            where call.stop >= 0 {
                isCalledAt[Int(call.stop)] = true
            }
        }
        for call in feed.calls.aside.values.joined() where call.stop >= 0 {
            isCalledAt[Int(call.stop)] = true
        }
        let groups = Set(
            feed.calls.columns.extras.compactMap(\.locationGroupID).map(LocationGroupID.init))
        for row in feed.locationGroupStops.rows {
            guard let group = row.locationGroupID, groups.contains(group), let stop = row.stopID,
                let number = feed.stopIDs.find(stop.text)
            else { continue }
            isInUsedGroup[number] = true
        }
    }
}
