import FeedCompiling
import GTFSSchedule

struct DuplicateTripRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = ["trips.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
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
///
/// Where repeated calls are set aside, `RepeatedCallRule` reports them.
struct DuplicateStopSequenceRule: TripRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = .calls

    func applies(to feed: LoadedFeed) -> Bool { feed.options.isCanonical }

    func check(_ trip: TripView, into bin: NoticeBin) {
        var first = 0
        for position in 1..<max(1, trip.count) {
            let sequence = trip.calls[position].sequence
            // A row without a number already has a notice.
            guard sequence >= 0, sequence == trip.calls[first].sequence else {
                first = position
                continue
            }
            Self.note(
                trip.tripID, sequence: sequence, rows: (trip.row(first), trip.row(position)),
                into: bin)
        }
    }

    static func note(
        _ tripID: String, sequence: Int32, rows: (first: Int, repeated: Int), into bin: NoticeBin
    ) {
        bin.add(
            .duplicateKey,
            [
                "filename": "stop_times.txt", "oldCsvRowNumber": rows.first,
                "newCsvRowNumber": rows.repeated,
                "fieldName1": "trip_id,stop_sequence", "fieldValue1": "\(tripID),\(sequence)",
            ])
    }
}

/// The same rule where repeated calls do not count as calls: everywhere except under
/// `--compat canonical`.
struct RepeatedCallRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = ["stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        for (trip, calls) in feed.calls.aside.sorted(by: { $0.key < $1.key }) {
            for call in calls where call.firstRow > 0 {
                DuplicateStopSequenceRule.note(
                    feed.trips.id(trip), sequence: call.sequence,
                    rows: (Int(call.firstRow), Int(call.row)),
                    into: bin)
            }
        }
    }
}

struct DuplicateShapePointRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = ["shapes.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        for point in feed.shapes.repeats {
            note(
                feed.shapeIDs.string(point.shape), sequence: point.sequence,
                rows: (point.firstRow, point.row), into: bin)
        }
        guard feed.options.isCanonical else { return }
        for (shape, points) in feed.shapes.points.enumerated()
        where points.count > 1 && !points.hasEvenSequence {
            try feed.checkCancellation()
            points.read {
                check(points, points: $0, shapeID: feed.shapeIDs.string(shape), into: bin)
            }
        }
    }

    private func check(
        _ shape: ShapePoints, points: ShapePoints.Reader, shapeID: String, into bin: NoticeBin
    ) {
        var first = 0
        for point in shape.indices.dropFirst() {
            let sequence = points.sequence(point)
            guard sequence == points.sequence(first) else {
                first = point
                continue
            }
            note(
                shapeID, sequence: sequence, rows: (points.row(first), points.row(point)), into: bin
            )
        }
    }

    private func note(
        _ shapeID: String, sequence: Int32, rows: (first: Int32, repeated: Int32),
        into bin: NoticeBin
    ) {
        bin.add(
            .duplicateKey,
            [
                "filename": "shapes.txt", "oldCsvRowNumber": Int(rows.first),
                "newCsvRowNumber": Int(rows.repeated),
                "fieldName1": "shape_id,shape_pt_sequence",
                "fieldValue1": "\(shapeID),\(sequence)",
            ])
    }
}

struct DuplicateGeographyIDRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateGeographyID]
    static let inputs = ["locations.geojson", "stops.txt", "location_groups.txt"]

    private struct Places {
        var stopRow: Int?
        var groupRow: Int?
        var feature: Int?

        var fileCount: Int { [stopRow, groupRow, feature].count { $0 != nil } }
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
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
        summary: "At least two of a stop, a location group and a GeoJSON location share an id.",
        why: "Apps cannot tell where a trip picks up riders.",
        fix: "Give each stop, location group and location its own id.",
        reference: "stops.txt", fields: "stop_id",
        rowFiles: ["csvRowNumberB": "location_groups.txt", "featureIndex": "locations.geojson"])
}

struct MoreThanOneEntityRule: FeedRule {
    static let notices: [NoticeDefinition] = [.moreThanOneEntity]
    static let inputs = ["feed_info.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.feedInfo.count > 1 else { return }
        bin.add(
            .moreThanOneEntity,
            ["filename": feed.feedInfo.filename, "entityCount": feed.feedInfo.count])
    }
}

extension NoticeDefinition {
    static let moreThanOneEntity = NoticeDefinition(
        "more_than_one_entity", .warning,
        summary: "`feed_info.txt` has more than one row.",
        why: "Apps cannot tell which row counts.",
        fix: "Keep one row.",
        reference: "feed_info.txt")
}
