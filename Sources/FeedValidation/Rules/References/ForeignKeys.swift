import FeedCompiling
import FeedReading
import GTFSSchedule

/// The fields of small files that refer to other files, as defined by the canonical validator.
///
/// Fields that may refer to one of two files are in `Rules`.
enum ForeignKeys {
    static let rules: [any FeedRule] = [
        ForeignKeyRule(\.attributions, "agency_id", in: .agency),
        ForeignKeyRule(\.attributions, "route_id", in: .route),
        ForeignKeyRule(\.attributions, "trip_id", in: .trip),
        ForeignKeyRule(\.fareAttributes, "agency_id", in: .agency),
        ForeignKeyRule(\.fareLegJoinRules, "from_stop_id", in: .stop),
        ForeignKeyRule(\.fareLegJoinRules, "to_stop_id", in: .stop),
        ForeignKeyRule(\.fareLegRules, "from_area_id", in: .area),
        ForeignKeyRule(\.fareLegRules, "to_area_id", in: .area),
        ForeignKeyRule(\.fareLegRules, "from_timeframe_group_id", in: .timeframeGroup),
        ForeignKeyRule(\.fareLegRules, "to_timeframe_group_id", in: .timeframeGroup),
        ForeignKeyRule(\.fareLegRules, "fare_product_id", in: .fareProduct),
        ForeignKeyRule(\.fareProducts, "fare_media_id", in: .fareMedium),
        ForeignKeyRule(\.fareProducts, "rider_category_id", in: .riderCategory),
        ForeignKeyRule(ofFareRules: "fare_id", in: .fare) { $0.fare },
        ForeignKeyRule(ofFareRules: "route_id", in: .route) { $0.route },
        ForeignKeyRule(ofFareRules: "origin_id", in: .zone) { $0.origin },
        ForeignKeyRule(ofFareRules: "destination_id", in: .zone) { $0.destination },
        ForeignKeyRule(ofFareRules: "contains_id", in: .zone) { $0.contains },
        ForeignKeyRule(\.fareTransferRules, "from_leg_group_id", in: .legGroup),
        ForeignKeyRule(\.fareTransferRules, "to_leg_group_id", in: .legGroup),
        ForeignKeyRule(\.fareTransferRules, "fare_product_id", in: .fareProduct),
        ForeignKeyRule(\.frequencies, "trip_id", in: .trip),
        ForeignKeyRule(\.pathways, "from_stop_id", in: .stop),
        ForeignKeyRule(\.pathways, "to_stop_id", in: .stop),
        ForeignKeyRule(\.routeNetworks, "route_id", in: .route),
        ForeignKeyRule(\.routeNetworks, "network_id", in: .network),
        ForeignKeyRule(\.routes, "agency_id", in: .agency),
        ForeignKeyRule(\.stopAreas, "area_id", in: .area),
        ForeignKeyRule(\.stopAreas, "stop_id", in: .stop),
        ForeignKeyRule(\.stops, "parent_station", in: .stop),
        ForeignKeyRule(\.stops, "level_id", in: .level),
        ForeignKeyRule(\.transfers, "from_stop_id", in: .stop),
        ForeignKeyRule(\.transfers, "to_stop_id", in: .stop),
        ForeignKeyRule(\.transfers, "from_trip_id", in: .trip),
        ForeignKeyRule(\.transfers, "to_trip_id", in: .trip),
        ForeignKeyRule(\.transfers, "from_route_id", in: .route),
        ForeignKeyRule(\.transfers, "to_route_id", in: .route),
    ]
}

/// The values of a field are among those that another file defines. There is one instance for each
/// field; see `ForeignKeys`.
struct ForeignKeyRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    /// Those of each instance are in `inputFiles`.
    static let inputs: [String] = []

    private let file: String
    private let field: String
    private let parent: ForeignKeyParent
    private let forEachUnknown: @Sendable (LoadedFeed, Note) throws -> Void

    typealias Note = (_ row: Int, _ value: () -> String) -> Void

    /// - Parameter forEachUnknown: notes the rows whose value the parent lacks.
    init(
        _ file: String, _ field: String, in parent: ForeignKeyParent,
        _ forEachUnknown: @escaping @Sendable (LoadedFeed, Note) throws -> Void
    ) {
        self.file = file
        self.field = field
        self.parent = parent
        self.forEachUnknown = forEachUnknown
    }

    /// Of a file that is read as structs.
    init<Row: FeedRow>(
        _ table: @escaping @Sendable (LoadedFeed) -> LoadedTable<Row>, _ field: String,
        in parent: ForeignKeyParent
    ) {
        // A closure, because it is compiled for each type of row.
        self.init(Row.file.name, field, in: parent) { feed, note in
            let loaded = table(feed)
            guard loaded.header.has(field) else { return }
            let text = FieldText<Row>(field)
            var values: ForeignKeyParent.Values?
            for index in loaded.rows.indices {
                if index & 0xFF == 0 { try feed.checkCancellation() }
                guard let key = text(loaded.rows[index]) else { continue }
                guard let known = values ?? parent.values(feed) else { return }
                values = known
                if !known.contains(key) { note(loaded.rowNumbers[index]) { key } }
            }
        }
    }

    var inputFiles: [String] { [file] + parent.files }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        try forEachUnknown(feed) { row, value in
            bin.addForeignKey(
                (file, field), to: parent, value: value(), row: row, unless: feed.leftOut)
        }
    }
}

extension NoticeBin {
    /// Adds nothing if the parent may have such a row that was left out with a notice of its own.
    func addForeignKey(
        _ child: (file: String, field: String), to parent: ForeignKeyParent,
        value: @autoclosure () -> String, row: Int, unless leftOut: LeftOutRows
    ) {
        let isLeftOut =
            !leftOut.isEmpty
            && parent.files.contains { leftOut.hold([(parent.field, value())], of: $0) }
        guard !isLeftOut else { return }
        add(
            .foreignKeyViolation,
            of: NoticePart(
                child.file, field: child.field,
                .reference(files: parent.files, field: parent.field)),
            [
                "childFilename": child.file, "childFieldName": child.field,
                "parentFilename": parent.files.joined(separator: " or "),
                "parentFieldName": parent.field, "fieldValue": value(), "csvRowNumber": row,
            ])
    }
}

struct ForeignKeyParent: Sendable {
    /// One of them must have the value.
    let files: [String]
    let field: String
    /// Nil when it is not known which values there are.
    let values: @Sendable (LoadedFeed) -> Values?

    /// First those of the field's table, then perhaps some that only other files name.
    struct Values {
        let ids: IDTable
        let count: Int

        init(_ ids: IDTable, count: Int? = nil) {
            self.ids = ids
            self.count = count ?? ids.count
        }

        func contains(_ value: String) -> Bool { ids.find(value).map { $0 < count } ?? false }
        func contains(_ value: UnsafeRawBufferPointer) -> Bool {
            ids.find(value).map { $0 < count } ?? false
        }
    }

    /// Only through fields that are not their file's key does the canonical validator find rows
    /// without a value: by their empty text, to which blanks in quotes refer.
    private init<Row: FeedRow>(
        _ field: String, of table: @escaping @Sendable (LoadedFeed) -> LoadedTable<Row>,
        isKey: Bool = true
    ) {
        self.init([Row.file.name], field) { feed in
            let ids = IDTable()
            let text = FieldText<Row>(field)
            for row in table(feed).rows {
                if let id = text(row) ?? (isKey ? nil : "") { _ = ids.intern(id) }
            }
            return Values(ids)
        }
    }

    private init(
        _ files: [String], _ field: String, values: @escaping @Sendable (LoadedFeed) -> Values?
    ) {
        self.files = files
        self.field = field
        self.values = values
    }

    static let agency = ForeignKeyParent("agency_id", of: \.agency)
    static let area = ForeignKeyParent("area_id", of: \.areas)
    static let bookingRule = ForeignKeyParent("booking_rule_id", of: \.bookingRules)
    static let fare = ForeignKeyParent("fare_id", of: \.fareAttributes)
    static let fareMedium = ForeignKeyParent("fare_media_id", of: \.fareMedia)
    static let fareProduct = ForeignKeyParent("fare_product_id", of: \.fareProducts)
    static let legGroup = ForeignKeyParent("leg_group_id", of: \.fareLegRules, isKey: false)
    static let level = ForeignKeyParent("level_id", of: \.levels)
    static let location = ForeignKeyParent(["locations.geojson"], "id") {
        $0.locations.isUnreadable ? nil : Values($0.locations.ids)
    }
    static let locationGroup = ForeignKeyParent("location_group_id", of: \.locationGroups)
    static let network = ForeignKeyParent("network_id", of: \.networks)
    static let riderCategory = ForeignKeyParent("rider_category_id", of: \.riderCategories)
    static let route = ForeignKeyParent(["routes.txt"], "route_id") {
        Values($0.routeIDs, count: $0.routeRows.count)
    }
    static let routeOrNetwork = ForeignKeyParent(["routes.txt", "networks.txt"], "network_id") {
        let ids = $0.networkIDs
        // Blanks in quotes name no network.
        _ = ids.intern("")
        return Values(ids)
    }
    static let service = ForeignKeyParent(["calendar.txt", "calendar_dates.txt"], "service_id") {
        Values($0.serviceIDs, count: $0.definedServices)
    }
    /// Trips tell by the points whether there is such a shape.
    static let shape = ForeignKeyParent(["shapes.txt"], "shape_id") { _ in nil }
    static let stop = ForeignKeyParent(["stops.txt"], "stop_id") {
        Values($0.stopIDs, count: $0.stopRows.count)
    }
    static let timeframeGroup =
        ForeignKeyParent("timeframe_group_id", of: \.timeframes, isKey: false)
    static let trip = ForeignKeyParent(["trips.txt"], "trip_id") {
        Values($0.trips.ids, count: $0.trips.definedCount)
    }
    static let zone = ForeignKeyParent("zone_id", of: \.stops, isKey: false)
}
