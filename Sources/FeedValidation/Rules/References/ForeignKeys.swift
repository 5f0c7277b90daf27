import FeedCompiling
import GTFSSchedule

/// The fields of small files that refer to other files, as the canonical validator has them.
///
/// Fields that may refer to one of two files have rules of their own.
enum ForeignKeys {
    static let rules: [any FeedRule] = [
        ForeignKeyRule(\.attributions, "agency_id", .agency) { $0.agencyID?.text },
        ForeignKeyRule(\.attributions, "route_id", .route) { $0.routeID?.text },
        ForeignKeyRule(\.attributions, "trip_id", .trip) { $0.tripID?.text },
        ForeignKeyRule(\.fareAttributes, "agency_id", .agency) { $0.agencyID?.text },
        ForeignKeyRule(\.fareLegJoinRules, "from_stop_id", .stop) { $0.fromStopID?.text },
        ForeignKeyRule(\.fareLegJoinRules, "to_stop_id", .stop) { $0.toStopID?.text },
        ForeignKeyRule(\.fareLegRules, "from_area_id", .area) { $0.fromAreaID?.text },
        ForeignKeyRule(\.fareLegRules, "to_area_id", .area) { $0.toAreaID?.text },
        ForeignKeyRule(\.fareLegRules, "from_timeframe_group_id", .timeframeGroup) {
            $0.fromTimeframeGroupID?.text
        },
        ForeignKeyRule(\.fareLegRules, "to_timeframe_group_id", .timeframeGroup) {
            $0.toTimeframeGroupID?.text
        },
        ForeignKeyRule(\.fareLegRules, "fare_product_id", .fareProduct) { $0.fareProductID?.text },
        ForeignKeyRule(\.fareProducts, "fare_media_id", .fareMedium) { $0.fareMediaID?.text },
        ForeignKeyRule(\.fareProducts, "rider_category_id", .riderCategory) {
            $0.riderCategoryID?.text
        },
        FareRuleReferenceRule("fare_id", .fare) { $0.fare },
        FareRuleReferenceRule("route_id", .route) { $0.route },
        FareRuleReferenceRule("origin_id", .zone) { $0.origin },
        FareRuleReferenceRule("destination_id", .zone) { $0.destination },
        FareRuleReferenceRule("contains_id", .zone) { $0.contains },
        ForeignKeyRule(\.fareTransferRules, "from_leg_group_id", .legGroup) {
            $0.fromLegGroupID?.text
        },
        ForeignKeyRule(\.fareTransferRules, "to_leg_group_id", .legGroup) {
            $0.toLegGroupID?.text
        },
        ForeignKeyRule(\.fareTransferRules, "fare_product_id", .fareProduct) {
            $0.fareProductID?.text
        },
        ForeignKeyRule(\.frequencies, "trip_id", .trip) { $0.tripID?.text },
        ForeignKeyRule(\.pathways, "from_stop_id", .stop) { $0.fromStopID?.text },
        ForeignKeyRule(\.pathways, "to_stop_id", .stop) { $0.toStopID?.text },
        ForeignKeyRule(\.routeNetworks, "route_id", .route) { $0.routeID?.text },
        ForeignKeyRule(\.routeNetworks, "network_id", .network) { $0.networkID?.text },
        ForeignKeyRule(\.routes, "agency_id", .agency) { $0.agencyID?.text },
        ForeignKeyRule(\.stopAreas, "area_id", .area) { $0.areaID?.text },
        ForeignKeyRule(\.stopAreas, "stop_id", .stop) { $0.stopID?.text },
        ForeignKeyRule(\.stops, "parent_station", .stop) { $0.parentStation?.text },
        ForeignKeyRule(\.stops, "level_id", .level) { $0.levelID?.text },
        ForeignKeyRule(\.transfers, "from_stop_id", .stop) { $0.fromStopID?.text },
        ForeignKeyRule(\.transfers, "to_stop_id", .stop) { $0.toStopID?.text },
        ForeignKeyRule(\.transfers, "from_trip_id", .trip) { $0.fromTripID?.text },
        ForeignKeyRule(\.transfers, "to_trip_id", .trip) { $0.toTripID?.text },
        ForeignKeyRule(\.transfers, "from_route_id", .route) { $0.fromRouteID?.text },
        ForeignKeyRule(\.transfers, "to_route_id", .route) { $0.toRouteID?.text },
    ]
}

/// An id that a row names exists in the file where it is defined.
///
/// One instance for each field of a file that is read as structs; see `ForeignKeys`.
struct ForeignKeyRule<Row: FeedRow>: FeedRule {
    static var needsKeys: Bool { true }
    static var isEarly: Bool { true }
    static var notices: [NoticeDefinition] { [.foreignKeyViolation] }
    static var inputs: [String] { [Row.file.name] }

    private let parent: ForeignKeyParent
    private let find: @Sendable (LoadedFeed, NoticeBin) throws -> Void

    init(
        _ table: @escaping @Sendable (LoadedFeed) -> LoadedTable<Row>, _ field: String,
        _ parent: ForeignKeyParent, _ text: @escaping @Sendable (Row) -> String?
    ) {
        self.parent = parent
        // A closure, because it is compiled for each type of row: see `DuplicateKeyRule`.
        find = { feed, bin in try Self.check(table(feed), field, parent, text, feed, bin) }
    }

    var inputFiles: [String] { Self.inputs + [parent.file] }

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws { try find(feed, bin) }

    private static func check(
        _ loaded: LoadedTable<Row>, _ field: String, _ parent: ForeignKeyParent,
        _ text: (Row) -> String?, _ feed: LoadedFeed, _ bin: NoticeBin
    ) throws {
        guard loaded.header.has(field) else { return }
        var values: ForeignKeyParent.Values?
        for index in loaded.rows.indices {
            if index & 0xFF == 0 { try feed.checkCancellation() }
            guard let key = text(loaded.rows[index]) else { continue }
            let known = values ?? parent.values(feed)
            values = known
            guard !known.contains(key) else { continue }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    Row.file.name, field, parent.file, parent.field, key,
                    loaded.rowNumbers[index]))
        }
    }
}

extension NoticeFields {
    /// The values of a `foreign_key_violation`.
    static func foreignKey(
        _ file: String, _ field: String, _ parentFile: String, _ parentField: String,
        _ value: String, _ row: Int
    ) -> NoticeFields {
        [
            "childFilename": file, "childFieldName": field, "parentFilename": parentFile,
            "parentFieldName": parentField, "fieldValue": value, "csvRowNumber": row,
        ]
    }
}

/// A field whose values other files refer to.
struct ForeignKeyParent: Sendable {
    let file: String
    let field: String
    /// All values of the field.
    let values: @Sendable (LoadedFeed) -> Values

    /// The values of a field: first those of its table, then perhaps values that only other files
    /// name.
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

    /// - Parameters:
    ///   - isKey: whether the field is its file's key. Only through other fields does the canonical
    ///     validator find rows without one: by their empty text, to which blanks in quotes refer.
    ///   - text: the value in a row; nil when blank.
    private init<Row: FeedRow>(
        _ field: String, _ table: @escaping @Sendable (LoadedFeed) -> LoadedTable<Row>,
        isKey: Bool = true, _ text: @escaping @Sendable (Row) -> String?
    ) {
        file = Row.file.name
        self.field = field
        values = { feed in
            let ids = IDTable()
            for row in table(feed).rows {
                if let id = text(row) ?? (isKey ? nil : "") { _ = ids.intern(id) }
            }
            return Values(ids)
        }
    }

    private init(
        file: String, field: String, values: @escaping @Sendable (LoadedFeed) -> Values
    ) {
        self.file = file
        self.field = field
        self.values = values
    }

    static let agency = ForeignKeyParent("agency_id", \.agency) { $0.agencyID?.text }
    static let area = ForeignKeyParent("area_id", \.areas) { $0.areaID?.text }
    static let bookingRule =
        ForeignKeyParent("booking_rule_id", \.bookingRules) { $0.bookingRuleID?.text }
    static let fare = ForeignKeyParent("fare_id", \.fareAttributes) { $0.fareID?.text }
    static let fareMedium = ForeignKeyParent("fare_media_id", \.fareMedia) { $0.fareMediaID?.text }
    static let fareProduct =
        ForeignKeyParent("fare_product_id", \.fareProducts) { $0.fareProductID?.text }
    static let legGroup = ForeignKeyParent("leg_group_id", \.fareLegRules, isKey: false) {
        $0.legGroupID?.text
    }
    static let level = ForeignKeyParent("level_id", \.levels) { $0.levelID?.text }
    static let locationGroup =
        ForeignKeyParent("location_group_id", \.locationGroups) { $0.locationGroupID?.text }
    static let network = ForeignKeyParent("network_id", \.networks) { $0.networkID?.text }
    static let riderCategory =
        ForeignKeyParent("rider_category_id", \.riderCategories) { $0.riderCategoryID?.text }
    static let route = ForeignKeyParent(file: "routes.txt", field: "route_id") {
        Values($0.routeIDs, count: $0.routeRows.count)
    }
    static let stop = ForeignKeyParent(file: "stops.txt", field: "stop_id") {
        Values($0.stopIDs, count: $0.stopRows.count)
    }
    static let timeframeGroup =
        ForeignKeyParent("timeframe_group_id", \.timeframes, isKey: false) {
            $0.timeframeGroupID?.text
        }
    static let zone = ForeignKeyParent("zone_id", \.stops, isKey: false) { $0.zoneID?.text }

    /// Trips of `trips.txt`, without those that only other files name.
    static let trip = ForeignKeyParent(file: "trips.txt", field: "trip_id") {
        Values($0.trips.ids, count: $0.trips.definedCount)
    }
}
