import FeedCompiling
import GTFSSchedule

/// A field whose values other files refer to.
struct ForeignKeyParent: Sendable {
    let file: String
    let field: String
    /// All values of the field.
    let ids: @Sendable (LoadedFeed) -> IDTable

    /// - Parameters:
    ///   - isKey: whether the field is its file's key. The canonical validator finds rows without
    ///     one only by other fields: by their empty text, which is what blanks in quotes refer to.
    ///   - text: the value in a row; nil when blank.
    private init<Row: FeedRow>(
        _ field: String, _ table: @escaping @Sendable (LoadedFeed) -> LoadedTable<Row>,
        isKey: Bool = true, _ text: @escaping @Sendable (Row) -> String?
    ) {
        file = Row.file.name
        self.field = field
        ids = { feed in
            let ids = IDTable()
            for row in table(feed).rows {
                if let id = text(row) ?? (isKey ? nil : "") { _ = ids.intern(id) }
            }
            return ids
        }
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
    static let route = ForeignKeyParent("route_id", \.routes) { $0.routeID?.text }
    static let stop = ForeignKeyParent("stop_id", \.stops) { $0.stopID?.text }
    static let timeframeGroup =
        ForeignKeyParent("timeframe_group_id", \.timeframes, isKey: false) {
            $0.timeframeGroupID?.text
        }
    static let zone = ForeignKeyParent("zone_id", \.stops, isKey: false) { $0.zoneID?.text }

    /// Trips of `trips.txt`; those that only other files name are not among them.
    static let trip = ForeignKeyParent(file: "trips.txt", field: "trip_id") { feed in
        let ids = IDTable()
        for trip in 0..<feed.trips.definedCount { _ = ids.intern(feed.trips.ids[trip]) }
        return ids
    }

    private init(
        file: String, field: String, ids: @escaping @Sendable (LoadedFeed) -> IDTable
    ) {
        self.file = file
        self.field = field
        self.ids = ids
    }
}
