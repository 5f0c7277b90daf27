import FeedCompiling
import GTFSSchedule

struct ShapeCheck {
    private let feed: LoadedFeed
    private let lists: TripLists
    private var shape = 0
    private let bin: NoticeBin
    private let points: StopPoints
    private var matcher: ShapeMatcher
    private var seen: Set<StopListHashes.Hash> = []
    /// Most trips have them in common with the previous one.
    private var last: StopListHashes.Hash?
    /// By stops, and whether the ends are large stations: verdicts that depend only on their
    /// places.
    private var verdicts: [PlacesKey: [ShapeProblem]] = [:]
    private var reported: Set<Int> = []

    private struct PlacesKey: Hashable {
        let stops: UInt64
        let isRail: Bool
    }

    init(_ feed: LoadedFeed, _ bin: NoticeBin) {
        self.feed = feed
        self.bin = bin
        lists = TripLists(feed.calls)
        points = feed.stopPoints
        matcher = ShapeMatcher(stopCount: feed.stopIDs.count)
    }

    mutating func begin(_ shape: Int, _ points: ShapePoints) {
        self.shape = shape
        matcher.begin(points)
        seen.removeAll(keepingCapacity: true)
        last = nil
        verdicts.removeAll(keepingCapacity: true)
        reported.removeAll(keepingCapacity: true)
    }

    mutating func check(
        _ row: TripRow, stops hash: StopListHashes.Hash, patience: inout MatchingPatience
    ) throws {
        guard hash != last else { return }
        last = hash
        guard seen.insert(hash).inserted, feed.routeTypes.isDefined(row.route) else { return }
        let trip = TripView(feed, lists: lists, trip: Int(row.trip))
        // A route of unknown type may be rail.
        let code = feed.routeTypes.code(row.route)
        let isRail = code == 2 || code == nil
        let places = places(trip, isRail: isRail)
        guard let last = places.last else { return }
        let key = PlacesKey(stops: hash.stops, isRail: isRail)
        let problems = try verdicts[key] ?? matcher.matchPlaces(places, &patience)
        verdicts[key] = problems
        for problem in problems {
            try report(
                problem, row: row, trip: trip, places: places, byDistance: false,
                patience: &patience)
        }
        guard last.distance > 0, matcher.path.hasDistances else { return }
        for problem in try matcher.matchDistances(places, &patience) {
            try report(
                problem, row: row, trip: trip, places: places, byDistance: true, patience: &patience
            )
        }
    }

    /// The places of the stops of a trip; a stop without a place is skipped.
    private func places(_ trip: TripView, isRail: Bool) -> [ShapeMatcher.Place] {
        var places: [ShapeMatcher.Place] = []
        places.reserveCapacity(trip.count)
        for position in 0..<trip.count {
            let stop = trip.calls[position].stop
            guard let location = points.location(stop) else { continue }
            let isEnd = position == 0 || position == trip.count - 1
            places.append(
                ShapeMatcher.Place(
                    position: position, stop: stop, location: location,
                    distance: trip.distance(position) ?? 0, isLarge: isRail && isEnd))
        }
        return places
    }

    private mutating func report(
        _ problem: ShapeProblem, row: TripRow, trip: TripView,
        places: [ShapeMatcher.Place], byDistance: Bool, patience: inout MatchingPatience
    ) throws {
        let stop = Int(trip.calls[problem.position].stop)
        guard stop >= 0 else { return }
        var fields: NoticeFields {
            [
                "tripCsvRowNumber": Int(row.row), "shapeId": feed.shapeIDs.string(shape),
                "tripId": trip.tripID,
            ]
        }
        switch problem.kind {
        case .tooFar:
            guard reported.insert(stop).inserted else { return }
            // The nearest place of the path is searched among all points.
            try patience.spend(2 * matcher.path.points.count)
            bin.add(
                byDistance ? .stopTooFarFromShapeUsingUserDistance : .stopTooFarFromShape,
                tooFarFields(fields, problem: problem, trip: trip, places: places))
        case .tooManyMatches(let count):
            bin.add(
                .stopHasTooManyMatchesForShape,
                fields.with(call: problem.position, of: trip, at: problem.match)
                    .with("matchCount", count))
        case .outOfOrder(let previous, let match):
            bin.add(
                .stopsMatchShapeOutOfOrder,
                fields.with(call: problem.position, of: trip, at: problem.match, suffix: "1")
                    .with(call: previous, of: trip, at: match, suffix: "2"))
        }
    }

    private func tooFarFields(
        _ fields: NoticeFields, problem: ShapeProblem, trip: TripView,
        places: [ShapeMatcher.Place]
    ) -> NoticeFields {
        let place = places.first { $0.position == problem.position }
        let match = problem.match ?? place.flatMap { matcher.path.closest(to: $0.location) }
        return fields.with(call: problem.position, of: trip, at: match)
            .with("geoDistanceToShape", match?.awayMeters)
    }
}

extension NoticeFields {
    fileprivate func with(
        call position: Int, of trip: TripView, at match: ShapePath.Match?, suffix: String = ""
    ) -> NoticeFields {
        with("stopTimeCsvRowNumber" + suffix, trip.row(position))
            .with("stopId" + suffix, trip.stopID(position))
            .with("stopName" + suffix, trip.stop(position)?.stopName ?? "")
            .with(
                "match" + suffix, match.map { [$0.location.latitude, $0.location.longitude] })
    }
}

struct ShapeProblem {
    enum Kind {
        /// The stop is farther from the path than it may be.
        case tooFar
        /// The path comes near the stop too often to tell when the stop is served.
        case tooManyMatches(count: Int)
        case outOfOrder(previous: Int, ShapePath.Match)
    }

    let kind: Kind
    let position: Int
    let match: ShapePath.Match?
}
