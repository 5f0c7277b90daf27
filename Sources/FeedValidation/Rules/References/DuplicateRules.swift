import FeedCompiling
import FeedReading
import GTFSSchedule

/// No two rows of a file have the same key. Rows that lack a part of it, and have their own notice
/// or one for a missing column, have no key; the bundle keeps what it can of them.
///
/// There is one instance for each file; see `PrimaryKeys`. The rows are found during loading.
struct DuplicateKeyRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    /// That of each instance is in `inputFiles`.
    static let inputs: [String] = []

    private let file: String
    private let forEachRepeat: @Sendable (LoadedFeed, Note) -> Void

    typealias Note = (
        _ first: Int, _ repeated: Int, _ key: () -> [(field: String, text: String?)]
    ) -> Void

    /// - Parameter forEachRepeat: notes rows that have the key of an earlier one.
    init(_ file: String, _ forEachRepeat: @escaping @Sendable (LoadedFeed, Note) -> Void) {
        self.file = file
        self.forEachRepeat = forEachRepeat
    }

    /// Of a file whose rows `RowsLoader` reads, see `KeyedRows`.
    init<Rows: KeyedRows>(
        table: @autoclosure @escaping @Sendable () -> KeyPath<LoadedFeed, Rows>
    ) {
        self.init(Rows.Row.file.name) { feed, note in
            // Most feeds have few of the files, and making a key path takes a third of a million
            // instructions.
            guard feed.headers[Rows.Row.file.name] != nil else { return }
            let rows = feed[keyPath: table()]
            guard !rows.repeats.isEmpty else { return }
            let key = KeyPart<Rows.Row>.all
            for repeated in rows.repeats {
                note(rows.rowNumbers[repeated.first], repeated.number) {
                    key.map { ($0.name, $0.text(rows[repeated.first])) }
                }
            }
        }
    }

    var inputFiles: [String] { [file] }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        forEachRepeat(feed) { first, repeated, key in
            bin.add(
                .duplicateKey, of: NoticePart(file),
                fields(first, repeated, key().filter { $0.text != nil }))
        }
    }

    private func fields(
        _ first: Int, _ repeated: Int, _ filled: [(field: String, text: String?)]
    ) -> NoticeFields {
        [
            "filename": file, "oldCsvRowNumber": first, "newCsvRowNumber": repeated,
            "fieldName1": filled.map(\.field).joined(separator: ","),
            "fieldValue1": filled.isEmpty
                ? nil : filled.compactMap(\.text).joined(separator: ","),
        ]
    }
}

extension DuplicateKeyRule {
    /// Rows that lack the service or the day, or whose type is not known, have their own notice.
    static let calendarDates = DuplicateKeyRule(CalendarDate.file.name) { feed, note in
        let dates = feed.calendarDates
        for (first, index) in dates.repeats {
            let row = dates[first]
            note(dates.rowNumbers[first], dates.rowNumbers[index]) {
                [("service_id", row.serviceID?.text), ("date", row.date?.description)]
            }
        }
    }

    static let trips = DuplicateKeyRule("trips.txt") { feed, note in
        for duplicate in feed.trips.duplicates {
            let trip = Int(duplicate.trip)
            note(feed.trips.row(trip), Int(duplicate.row)) { [("trip_id", feed.trips.id(trip))] }
        }
    }

    static let calls = DuplicateKeyRule("stop_times.txt") { feed, note in
        for (trip, calls) in feed.calls.aside.sorted(by: { $0.key < $1.key }) {
            for call in calls where call.firstRow > 0 {
                note(Int(call.firstRow), Int(call.row)) {
                    [("trip_id", feed.trips.id(trip)), ("stop_sequence", "\(call.sequence)")]
                }
            }
        }
    }

    static let shapePoints = DuplicateKeyRule("shapes.txt") { feed, note in
        for point in feed.shapes.repeats {
            note(Int(point.firstRow), Int(point.row)) {
                [
                    ("shape_id", feed.shapeIDs.string(point.shape)),
                    ("shape_pt_sequence", "\(point.sequence)"),
                ]
            }
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
