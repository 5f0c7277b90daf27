import FeedCompiling
import GTFSSchedule

/// The primary keys of files, as defined by the canonical validator.
///
/// The fields are those of `TableSpec.key`, in the canonical validator's order. `feed_info.txt` has no
/// key, and `calendar_dates.txt`, `trips.txt`, `stop_times.txt` and `shapes.txt` have rules of their own.
enum PrimaryKeys {
    static func key<Row: FeedRow>(of type: Row.Type) -> [DuplicateKeyRule<Row>.Part] {
        rules.lazy.compactMap { $0 as? DuplicateKeyRule<Row> }.first?.key ?? []
    }

    static let rules: [any FeedRule] = [
        DuplicateKeyRule(
            table: \.agency, key: [.init(name: "agency_id") { $0.agencyID?.text }]),
        DuplicateKeyRule(table: \.areas, key: [.init(name: "area_id") { $0.areaID?.text }]),
        DuplicateKeyRule(
            table: \.attributions,
            key: [.init(name: "attribution_id") { $0.attributionID?.text }]),
        DuplicateKeyRule(
            table: \.bookingRules,
            key: [.init(name: "booking_rule_id") { $0.bookingRuleID?.text }]),
        DuplicateKeyRule(
            table: \.calendar, key: [.init(name: "service_id") { $0.serviceID?.text }]),
        DuplicateCalendarDateRule(),
        DuplicateKeyRule(
            table: \.fareAttributes, key: [.init(name: "fare_id") { $0.fareID?.text }]),
        DuplicateKeyRule(table: \.fareLegJoinRules, key: fareLegJoinRule, isOurs: true),
        DuplicateKeyRule(table: \.fareLegRules, key: fareLegRule),
        DuplicateKeyRule(
            table: \.fareMedia, key: [.init(name: "fare_media_id") { $0.fareMediaID?.text }]),
        DuplicateKeyRule(
            table: \.fareProducts,
            key: [
                .init(name: "fare_product_id") { $0.fareProductID?.text },
                .init(name: "fare_media_id") { $0.fareMediaID?.text },
                .init(name: "rider_category_id") { $0.riderCategoryID?.text },
            ]),
        DuplicateKeyRule(
            table: \.fareRules,
            key: [
                .init(name: "fare_id") { $0.fareID?.text },
                .init(name: "route_id") { $0.routeID?.text },
                .init(name: "origin_id") { $0.originID?.text },
                .init(name: "destination_id") { $0.destinationID?.text },
                .init(name: "contains_id") { $0.containsID?.text },
            ]),
        DuplicateKeyRule(table: \.fareTransferRules, key: fareTransferRule),
        DuplicateKeyRule(
            table: \.frequencies,
            key: [
                .init(name: "trip_id") { $0.tripID?.text },
                .init(name: "start_time") { $0.startTime?.description },
            ]),
        DuplicateKeyRule(table: \.levels, key: [.init(name: "level_id") { $0.levelID?.text }]),
        DuplicateKeyRule(
            table: \.locationGroups,
            key: [.init(name: "location_group_id") { $0.locationGroupID?.text }]),
        DuplicateKeyRule(
            table: \.locationGroupStops,
            key: [
                .init(name: "location_group_id") { $0.locationGroupID?.text },
                .init(name: "stop_id") { $0.stopID?.text },
            ], isOurs: true),
        DuplicateKeyRule(
            table: \.networks, key: [.init(name: "network_id") { $0.networkID?.text }]),
        DuplicateKeyRule(
            table: \.pathways, key: [.init(name: "pathway_id") { $0.pathwayID?.text }]),
        DuplicateKeyRule(
            table: \.riderCategories,
            key: [.init(name: "rider_category_id") { $0.riderCategoryID?.text }]),
        DuplicateKeyRule(
            table: \.routeNetworks, key: [.init(name: "route_id") { $0.routeID?.text }]),
        DuplicateKeyRule(
            table: \.routes, key: [.init(name: "route_id") { $0.routeID?.text }]),
        DuplicateKeyRule(
            table: \.stopAreas,
            key: [
                .init(name: "area_id") { $0.areaID?.text },
                .init(name: "stop_id") { $0.stopID?.text },
            ]),
        DuplicateKeyRule(
            table: \.stops, key: [.init(name: "stop_id") { $0.stopID?.text }]),
        DuplicateKeyRule(table: \.timeframes, key: timeframe),
        DuplicateKeyRule(table: \.transfers, key: transfer),
        DuplicateKeyRule(table: \.translations, key: translation),
    ]

    private static let fareLegRule: [DuplicateKeyRule<FareLegRule>.Part] = [
        .init(name: "network_id") { $0.networkID?.text },
        .init(name: "from_area_id") { $0.fromAreaID?.text },
        .init(name: "to_area_id") { $0.toAreaID?.text },
        .init(name: "from_timeframe_group_id") { $0.fromTimeframeGroupID?.text },
        .init(name: "to_timeframe_group_id") { $0.toTimeframeGroupID?.text },
        .init(name: "fare_product_id") { $0.fareProductID?.text },
    ]

    private static let fareLegJoinRule: [DuplicateKeyRule<FareLegJoinRule>.Part] = [
        .init(name: "from_network_id") { $0.fromNetworkID?.text },
        .init(name: "to_network_id") { $0.toNetworkID?.text },
        .init(name: "from_stop_id") { $0.fromStopID?.text },
        .init(name: "to_stop_id") { $0.toStopID?.text },
    ]

    private static let fareTransferRule: [DuplicateKeyRule<FareTransferRule>.Part] = [
        .init(name: "from_leg_group_id") { $0.fromLegGroupID?.text },
        .init(name: "to_leg_group_id") { $0.toLegGroupID?.text },
        .init(name: "duration_limit", text: { $0.durationLimit?.description }, blank: "0"),
        .init(name: "transfer_count", text: { $0.transferCount?.description }, blank: "0"),
        .init(name: "fare_product_id") { $0.fareProductID?.text },
    ]

    private static let timeframe: [DuplicateKeyRule<Timeframe>.Part] = [
        .init(name: "timeframe_group_id") { $0.timeframeGroupID?.text },
        .init(name: "start_time", text: { $0.startTime?.description }, blank: "00:00:00"),
        .init(name: "end_time", text: { $0.endTime?.description }, blank: "00:00:00"),
        .init(name: "service_id") { $0.serviceID?.text },
    ]

    private static let transfer: [DuplicateKeyRule<Transfer>.Part] = [
        .init(name: "from_stop_id") { $0.fromStopID?.text },
        .init(name: "to_stop_id") { $0.toStopID?.text },
        .init(name: "from_trip_id") { $0.fromTripID?.text },
        .init(name: "to_trip_id") { $0.toTripID?.text },
        .init(name: "from_route_id") { $0.fromRouteID?.text },
        .init(name: "to_route_id") { $0.toRouteID?.text },
    ]

    private static let translation: [DuplicateKeyRule<Translation>.Part] = [
        .init(name: "table_name") { $0.tableName },
        .init(name: "field_name") { $0.fieldName },
        .init(name: "language") { $0.language.map { locale($0.text) } },
        .init(name: "record_id") { $0.recordID?.text },
        .init(name: "record_sub_id") { $0.recordSubID?.text },
        .init(name: "field_value") { $0.fieldValue },
    ]

    /// As Java prints it, where case does not matter.
    private static func locale(_ tag: String) -> String {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2 || parts[1].count == 3 else {
            return tag.lowercased()
        }
        return parts[0].lowercased() + "_" + parts[1].uppercased()
    }
}

/// No two rows of a file have the same key. Rows that lack a part of it, and have their own notice
/// or one for a missing column, have no key; the bundle keeps what it can of them.
///
/// There is one instance for each file whose rows `RowsLoader` reads; see `PrimaryKeys`. The rows
/// are found during loading, see `KeyedRows`.
struct DuplicateKeyRule<Row: FeedRow>: FeedRule {
    static var notices: [NoticeDefinition] { [.duplicateKey] }
    static var inputs: [String] { [Row.file.name] }

    struct Part: Sendable {
        let name: String
        let text: @Sendable (Row) -> String?
        var blank = ""
    }

    let key: [Part]
    /// The canonical validator does not look for repeated keys of the file.
    private let isOurs: Bool
    private let note: @Sendable (LoadedFeed, NoticeBin) -> Void

    init<Rows: KeyedRows<Row>>(
        table: @autoclosure @escaping @Sendable () -> KeyPath<LoadedFeed, Rows>, key: [Part],
        isOurs: Bool = false
    ) {
        self.key = key
        self.isOurs = isOurs
        note = { feed, bin in
            // Most feeds have few of the files, and making a key path takes a third of a million
            // instructions.
            guard feed.headers[Row.file.name] != nil else { return }
            let rows = feed[keyPath: table()]
            for repeated in rows.repeats {
                bin.add(
                    .duplicateKey,
                    .duplicateKey(
                        Row.file.name, rows: (rows.rowNumbers[repeated.first], repeated.number),
                        key: key.map { ($0.name, $0.text(rows[repeated.first])) }))
            }
        }
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        if !isOurs || !feed.options.isCanonical { note(feed, bin) }
    }
}

protocol KeyedRows<Row>: SendableMetatype {
    associatedtype Row: FeedRow
    var rowNumbers: RowNumbers { get }
    /// Rows that repeat the key of an earlier one, whose index is `first`, and their row numbers in
    /// the file: a bundle leaves them out, so they are not among the others. Under
    /// `--compat canonical` they are among these as well.
    var repeats: [(first: Int, row: Row, number: Int)] { get }
    subscript(index: Int) -> Row { get }
}

struct RepeatedRows<Row: FeedRow> {
    private let key: [DuplicateKeyRule<Row>.Part]
    private let needs: KeyNeeds
    private let fields: FieldSet
    private let isCanonical: Bool
    private let seen = IDTable()
    private var firstRows: [Int32] = []
    private var bytes: [UInt8] = []

    init(isCanonical: Bool) {
        key = PrimaryKeys.key(of: Row.self)
        needs = KeyNeeds(Row.table, key.map(\.name))
        fields = FieldSet(key.map(\.name), of: Row.table)
        self.isCanonical = isCanonical
    }

    /// Nil when there is none, and when the row has no key. `bad` are fields that could not be
    /// used: they may be anything.
    mutating func first(_ row: Row, at index: Int, bad: FieldSet) -> Int? {
        guard !key.isEmpty, bad.isDisjoint(with: fields) else { return nil }
        bytes.removeAll(keepingCapacity: true)
        var isBlank = true
        for part in key {
            let text = part.text(row)
            if text != nil { isBlank = false }
            bytes.append(contentsOf: (text ?? (isCanonical ? part.blank : "")).utf8)
            // A byte that no cell ends with.
            bytes.append(0x1F)
        }
        let hasKey =
            isCanonical
            ? key.count > 1 || !isBlank
            : needs.areMet {
                key[$0].text(row) != nil
            } holds: {
                key[$0].text(row) == $1
            }
        guard hasKey else { return nil }
        let (number, isNew) = bytes.withUnsafeBytes { seen.intern($0) }
        if isNew { firstRows.append(Int32(index)) }
        return isNew ? nil : Int(firstRows[number])
    }
}
