import GTFSSchedule

/// Stops, location groups and features of `locations.geojson` share no id.
struct DuplicateGeographyIDRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateGeographyID]
    static let inputs = ["locations.geojson", "stops.txt", "location_groups.txt"]

    /// Where an id is defined, first of all in each file.
    private struct Places {
        var stopRow: Int?
        var groupRow: Int?
        var feature: Int?

        var fileCount: Int { [stopRow, groupRow, feature].count { $0 != nil } }
    }

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard !feed.locations.features.isEmpty || feed.locationGroups.count > 0 else { return }
        // Kinds of ids that must not meet: stops' stand for all.
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
        reference: "stops.txt", "stop_id")
}
