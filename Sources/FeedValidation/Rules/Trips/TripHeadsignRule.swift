import FeedCompiling
import GTFSSchedule

/// A trip's headsign does not name a stop before the last.
///
/// Trips that end where they begin are skipped, because their headsign often names a stop midway;
/// the canonical validator gives up at the first of them.
struct TripHeadsignRule: FeedRule {
    static let tripHeadsignMatchesIntermediateStop = NoticeDefinition(
        "trip_headsign_matches_intermediate_stop", .info,
        summary: "A trip's `trip_headsign` is the name of a stop before its last stop.",
        why: "Riders think that the trip ends at that stop.",
        fix: "Use the last stop's name, or change the headsign on the way with `stop_headsign`.",
        reference: "trips.txt", fields: "trip_headsign")
    static let notices: [NoticeDefinition] = [tripHeadsignMatchesIntermediateStop]
    static let inputs = ["trips.txt", "stop_times.txt", "stops.txt"]

    /// One of the trips with the same headsign and calls may have findings.
    private struct Kind: Hashable {
        let headsign: Int32
        let calls: Int
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        guard feed.trips.headsigns.count > 0 else { return }
        let names = FoldedNames(feed)
        var stopsOfHeadsign = [Int32: Int32]()
        var isClean: [Kind: Bool] = [:]
        let lists = TripLists(feed.calls)
        let headsigns = feed.trips.headsigns
        // Most trips have it in common with the one before.
        var lastClean: Kind?
        try feed.trips.forEachRow { row in
            let calls = lists.calls(Int(row.trip))
            guard row.headsign >= 0, calls.count >= 2, let last = calls.last,
                !calls[0].codes.isIncomplete
            else { return }
            if last.stop == calls[0].stop { return try feed.crashIfCanonical(nil) }
            let kind = Kind(headsign: row.headsign, calls: lists.callNumber(Int(row.trip)))
            if kind == lastClean { return }
            if isClean[kind] == true {
                lastClean = kind
                return
            }
            let name =
                stopsOfHeadsign[row.headsign]
                ?? names.number(headsigns.string(Int(row.headsign)))
            stopsOfHeadsign[row.headsign] = name
            let before = bin.total
            if name >= 0 {
                let trip = TripView(feed, lists: lists, trip: Int(row.trip))
                for position in 0..<calls.count - 1
                where names.name(ofStop: calls[position].stop) == name {
                    add(row, trip: trip, at: position, into: bin)
                }
            }
            isClean[kind] = bin.total == before
        }
    }

    private func add(_ row: TripRow, trip: TripView, at position: Int, into bin: NoticeBin) {
        bin.add(
            Self.tripHeadsignMatchesIntermediateStop,
            [
                "csvRowNumber": Int(row.row), "tripId": trip.tripID,
                "tripHeadsign": trip.feed.trips.headsigns.string(Int(row.headsign)),
                "stopId1": trip.stopID(position), "stopSequence": trip.stopSequence(position),
                "stopId2": trip.stopID(trip.count - 1) ?? "",
            ])
    }
}

private struct FoldedNames {
    private let names = IDTable()
    /// By number of a stop id; -1 when it has no name.
    private var ofStop: [Int32]

    init(_ feed: LoadedFeed) {
        ofStop = Array(repeating: -1, count: feed.stopIDs.count)
        for (number, row) in feed.stopRows.enumerated() where row >= 0 {
            guard let name = feed.stops.rows[Int(row)].stopName else { continue }
            ofStop[number] = name.withCaseFolded { Int32(names.intern($0).index) }
        }
    }

    func number(_ name: String) -> Int32 {
        name.withCaseFolded { names.find($0).map(Int32.init) ?? -1 }
    }

    func name(ofStop stop: Int32) -> Int32 {
        stop >= 0 && stop < ofStop.count ? ofStop[Int(stop)] : -1
    }
}
