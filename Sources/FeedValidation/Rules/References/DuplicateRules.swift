import FeedCompiling
import GTFSSchedule

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
                    "filename": "trips.txt", "oldCsvRowNumber": trips.row(trip),
                    "newCsvRowNumber": Int(duplicate.row), "fieldName1": "trip_id",
                    "fieldValue1": trips.id(trip),
                ])
        }
    }
}

/// No two calls of a trip have the same `stop_sequence`.
struct DuplicateStopSequenceRule: TripRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = .calls

    func check(_ trip: TripView, _ bin: NoticeBin) {
        var first = 0
        for position in 1..<max(1, trip.count) {
            let sequence = trip.calls[position].sequence
            // A row without a number already has a notice.
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

/// No two points of a shape have the same `shape_pt_sequence`.
struct DuplicateShapePointRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = ["shapes.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        for (shape, points) in feed.shapes.points.enumerated()
        where points.count > 1 && !points.hasEvenSequence {
            try feed.checkCancellation()
            points.read { check(points, $0, feed.shapeIDs.string(shape), bin) }
        }
    }

    private func check(
        _ shape: ShapePoints, _ points: ShapePoints.Reader, _ shapeID: String, _ bin: NoticeBin
    ) {
        var first = 0
        for point in shape.indices.dropFirst() {
            let sequence = points.sequence(point)
            guard sequence == points.sequence(first) else {
                first = point
                continue
            }
            bin.add(
                .duplicateKey,
                [
                    "filename": "shapes.txt", "oldCsvRowNumber": Int(points.row(first)),
                    "newCsvRowNumber": Int(points.row(point)),
                    "fieldName1": "shape_id,shape_pt_sequence",
                    "fieldValue1": "\(shapeID),\(sequence)",
                ])
        }
    }
}

/// Stops, location groups and features of `locations.geojson` share no id.
struct DuplicateGeographyIDRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateGeographyID]
    static let inputs = ["locations.geojson", "stops.txt", "location_groups.txt"]

    /// Where an id is defined first in each file.
    private struct Places {
        var stopRow: Int?
        var groupRow: Int?
        var feature: Int?

        var fileCount: Int { [stopRow, groupRow, feature].count { $0 != nil } }
    }

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard !feed.locations.features.isEmpty || feed.locationGroups.count > 0 else { return }
        // Different kinds of ids that must not be equal; a stop's id type stands for all.
        var places: [StopID: Places] = [:]
        for feature in feed.locations.features {
            let id = StopID(feature.id)
            guard places[id]?.feature == nil else { continue }
            places[id, default: Places()].feature = feature.index
        }
        for (index, row) in feed.locationGroups.rows.enumerated() {
            guard let id = row.locationGroupID.map({ StopID($0.text) }),
                places[id]?.groupRow == nil
            else { continue }
            places[id, default: Places()].groupRow = feed.locationGroups.rowNumbers[index]
        }
        for (index, row) in feed.stops.rows.enumerated() {
            guard let id = row.stopID, places[id]?.stopRow == nil else { continue }
            places[id]?.stopRow = feed.stops.rowNumbers[index]
        }
        for (id, place) in places.sorted(by: { $0.key < $1.key }) where place.fileCount > 1 {
            bin.add(
                .duplicateGeographyID,
                [
                    "geographyId": id.text, "csvRowNumberA": place.stopRow,
                    "csvRowNumberB": place.groupRow, "featureIndex": place.feature,
                ])
        }
    }
}

extension NoticeDefinition {
    static let duplicateGeographyID = NoticeDefinition(
        "duplicate_geography_id", .error,
        "More than one of stops, location groups and locations has the same id.",
        why: "It is not clear where riders are picked up.",
        fix: "Give each of them an id of its own.",
        reference: "stops.txt", "stop_id",
        rowFiles: ["csvRowNumberB": "location_groups.txt", "featureIndex": "locations.geojson"])
}

/// `feed_info.txt` has one row.
struct MoreThanOneEntityRule: FeedRule {
    static let notices: [NoticeDefinition] = [.moreThanOneEntity]
    static let inputs = ["feed_info.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.feedInfo.count > 1 else { return }
        bin.add(
            .moreThanOneEntity,
            ["filename": feed.feedInfo.filename, "entityCount": feed.feedInfo.count])
    }
}

extension NoticeDefinition {
    static let moreThanOneEntity = NoticeDefinition(
        "more_than_one_entity", .warning,
        "A file that describes one thing has more than one row.",
        why: "It is not clear which of the rows counts.",
        fix: "Leave one row.",
        reference: "feed_info.txt")
}
