import FeedCompiling
import FeedReading
import GTFSSchedule

/// The fields of small files that refer to other files, as defined by the canonical validator.
///
/// Fields that may refer to one of two files have rules of their own.
enum ForeignKeys {
    static let rules: [any FeedRule] = [
        ForeignKeyRule(\.attributions, field: "agency_id", in: .agency) { $0.agencyID?.text },
        ForeignKeyRule(\.attributions, field: "route_id", in: .route) { $0.routeID?.text },
        ForeignKeyRule(\.attributions, field: "trip_id", in: .trip) { $0.tripID?.text },
        ForeignKeyRule(\.fareAttributes, field: "agency_id", in: .agency) { $0.agencyID?.text },
        ForeignKeyRule(\.fareLegJoinRules, field: "from_stop_id", in: .stop) {
            $0.fromStopID?.text
        },
        ForeignKeyRule(\.fareLegJoinRules, field: "to_stop_id", in: .stop) { $0.toStopID?.text },
        ForeignKeyRule(\.fareLegRules, field: "from_area_id", in: .area) { $0.fromAreaID?.text },
        ForeignKeyRule(\.fareLegRules, field: "to_area_id", in: .area) { $0.toAreaID?.text },
        ForeignKeyRule(\.fareLegRules, field: "from_timeframe_group_id", in: .timeframeGroup) {
            $0.fromTimeframeGroupID?.text
        },
        ForeignKeyRule(\.fareLegRules, field: "to_timeframe_group_id", in: .timeframeGroup) {
            $0.toTimeframeGroupID?.text
        },
        ForeignKeyRule(\.fareLegRules, field: "fare_product_id", in: .fareProduct) {
            $0.fareProductID?.text
        },
        ForeignKeyRule(\.fareProducts, field: "fare_media_id", in: .fareMedium) {
            $0.fareMediaID?.text
        },
        ForeignKeyRule(\.fareProducts, field: "rider_category_id", in: .riderCategory) {
            $0.riderCategoryID?.text
        },
        FareRuleReferenceRule("fare_id", in: .fare) { $0.fare },
        FareRuleReferenceRule("route_id", in: .route) { $0.route },
        FareRuleReferenceRule("origin_id", in: .zone) { $0.origin },
        FareRuleReferenceRule("destination_id", in: .zone) { $0.destination },
        FareRuleReferenceRule("contains_id", in: .zone) { $0.contains },
        ForeignKeyRule(\.fareTransferRules, field: "from_leg_group_id", in: .legGroup) {
            $0.fromLegGroupID?.text
        },
        ForeignKeyRule(\.fareTransferRules, field: "to_leg_group_id", in: .legGroup) {
            $0.toLegGroupID?.text
        },
        ForeignKeyRule(\.fareTransferRules, field: "fare_product_id", in: .fareProduct) {
            $0.fareProductID?.text
        },
        ForeignKeyRule(\.frequencies, field: "trip_id", in: .trip) { $0.tripID?.text },
        ForeignKeyRule(\.pathways, field: "from_stop_id", in: .stop) { $0.fromStopID?.text },
        ForeignKeyRule(\.pathways, field: "to_stop_id", in: .stop) { $0.toStopID?.text },
        ForeignKeyRule(\.routeNetworks, field: "route_id", in: .route) { $0.routeID?.text },
        ForeignKeyRule(\.routeNetworks, field: "network_id", in: .network) { $0.networkID?.text },
        ForeignKeyRule(\.routes, field: "agency_id", in: .agency) { $0.agencyID?.text },
        ForeignKeyRule(\.stopAreas, field: "area_id", in: .area) { $0.areaID?.text },
        ForeignKeyRule(\.stopAreas, field: "stop_id", in: .stop) { $0.stopID?.text },
        ForeignKeyRule(\.stops, field: "parent_station", in: .stop) { $0.parentStation?.text },
        ForeignKeyRule(\.stops, field: "level_id", in: .level) { $0.levelID?.text },
        ForeignKeyRule(\.transfers, field: "from_stop_id", in: .stop) { $0.fromStopID?.text },
        ForeignKeyRule(\.transfers, field: "to_stop_id", in: .stop) { $0.toStopID?.text },
        ForeignKeyRule(\.transfers, field: "from_trip_id", in: .trip) { $0.fromTripID?.text },
        ForeignKeyRule(\.transfers, field: "to_trip_id", in: .trip) { $0.toTripID?.text },
        ForeignKeyRule(\.transfers, field: "from_route_id", in: .route) { $0.fromRouteID?.text },
        ForeignKeyRule(\.transfers, field: "to_route_id", in: .route) { $0.toRouteID?.text },
    ]
}

/// There is one instance for each field of a file that is read as structs; see `ForeignKeys`.
struct ForeignKeyRule<Row: FeedRow>: FeedRule {
    static var needsKeys: Bool { true }
    static var notices: [NoticeDefinition] { [.foreignKeyViolation] }
    static var inputs: [String] { [Row.file.name] }

    private let parent: ForeignKeyParent
    private let find: @Sendable (LoadedFeed, NoticeBin) throws -> Void

    init(
        _ table: @escaping @Sendable (LoadedFeed) -> LoadedTable<Row>, field: String,
        in parent: ForeignKeyParent, _ text: @escaping @Sendable (Row) -> String?
    ) {
        self.parent = parent
        // A closure, because it is compiled for each type of row: see `DuplicateKeyRule`.
        find = { feed, bin in
            try Self.check(table(feed), field: field, in: parent, text: text, feed: feed, into: bin)
        }
    }

    var inputFiles: [String] { Self.inputs + [parent.file] }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws { try find(feed, bin) }

    private static func check(
        _ loaded: LoadedTable<Row>, field: String, in parent: ForeignKeyParent,
        text: (Row) -> String?, feed: LoadedFeed, into bin: NoticeBin
    ) throws {
        guard loaded.header.has(field) else { return }
        var values: ForeignKeyParent.Values?
        for index in loaded.rows.indices {
            if index & 0xFF == 0 { try feed.checkCancellation() }
            guard let key = text(loaded.rows[index]) else { continue }
            let known = values ?? parent.values(feed)
            values = known
            guard !known.contains(key) else { continue }
            bin.addForeignKey(
                Row.file.name, field: field, parentFile: parent.file, parentField: parent.field,
                value: key, row: loaded.rowNumbers[index], unless: feed.leftOut)
        }
    }
}

extension NoticeBin {
    /// Adds nothing if the parent may have such a row that was left out with a notice of its own.
    /// `parent` is a file's name, or two with `or` between them.
    func addForeignKey(
        _ file: String, field: String, parentFile parent: String, parentField: String,
        value: @autoclosure () -> String, row: Int, unless leftOut: LeftOutRows
    ) {
        let isLeftOut =
            !leftOut.isEmpty
            && parent.split(separator: " or ").contains {
                leftOut.hold([(parentField, value())], of: String($0))
            }
        guard !isLeftOut else { return }
        add(
            .foreignKeyViolation,
            [
                "childFilename": file, "childFieldName": field, "parentFilename": parent,
                "parentFieldName": parentField, "fieldValue": value(), "csvRowNumber": row,
            ])
    }
}

struct ForeignKeyParent: Sendable {
    let file: String
    let field: String
    let values: @Sendable (LoadedFeed) -> Values

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
        _ field: String, _ table: @escaping @Sendable (LoadedFeed) -> LoadedTable<Row>,
        isKey: Bool = true, text: @escaping @Sendable (Row) -> String?
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

    static let trip = ForeignKeyParent(file: "trips.txt", field: "trip_id") {
        Values($0.trips.ids, count: $0.trips.definedCount)
    }
}
