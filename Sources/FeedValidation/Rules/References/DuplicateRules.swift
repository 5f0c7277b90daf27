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
                .duplicateKey(
                    "trips.txt", rows: (trips.row(trip), Int(duplicate.row)),
                    key: [("trip_id", trips.id(trip))]))
        }
    }
}

/// No two calls of a trip have the same `stop_sequence`.
struct RepeatedCallRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = ["stop_times.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        for (trip, calls) in feed.calls.aside.sorted(by: { $0.key < $1.key }) {
            for call in calls where call.firstRow > 0 {
                bin.add(
                    .duplicateKey,
                    .duplicateKey(
                        "stop_times.txt", rows: (Int(call.firstRow), Int(call.row)),
                        key: [
                            ("trip_id", feed.trips.id(trip)), ("stop_sequence", "\(call.sequence)"),
                        ]))
            }
        }
    }
}

struct DuplicateShapePointRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = ["shapes.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        for point in feed.shapes.repeats {
            bin.add(
                .duplicateKey,
                .duplicateKey(
                    "shapes.txt", rows: (Int(point.firstRow), Int(point.row)),
                    key: [
                        ("shape_id", feed.shapeIDs.string(point.shape)),
                        ("shape_pt_sequence", "\(point.sequence)"),
                    ]))
        }
    }
}

struct DuplicateGeographyIDRule: FeedRule {
    static let duplicateGeographyID = NoticeDefinition(
        "duplicate_geography_id", .error,
        summary: "At least two of a stop, a location group and a GeoJSON location share an id.",
        why: "Apps cannot tell where a trip picks up riders.",
        fix: "Give each stop, location group and location its own id.",
        reference: "stops.txt", fields: "stop_id",
        rowFiles: ["csvRowNumberB": "location_groups.txt", "featureIndex": "locations.geojson"])
    static let notices: [NoticeDefinition] = [duplicateGeographyID]
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
                Self.duplicateGeographyID,
                [
                    "geographyId": id.text, "csvRowNumberA": place.stopRow,
                    "csvRowNumberB": place.groupRow, "featureIndex": place.feature,
                ])
        }
    }
}

struct MoreThanOneEntityRule: FeedRule {
    static let moreThanOneEntity = NoticeDefinition(
        "more_than_one_entity", .warning,
        summary: "`feed_info.txt` has more than one row.",
        why: "Apps cannot tell which row counts.",
        fix: "Keep one row.",
        reference: "feed_info.txt")
    static let notices: [NoticeDefinition] = [moreThanOneEntity]
    static let inputs = ["feed_info.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.feedInfo.count > 1 else { return }
        bin.add(
            Self.moreThanOneEntity,
            ["filename": feed.feedInfo.filename, "entityCount": feed.feedInfo.count])
    }
}
