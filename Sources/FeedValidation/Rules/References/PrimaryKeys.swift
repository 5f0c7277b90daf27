import FeedCompiling
import GTFSSchedule

/// What identifies a row, by file, as the canonical validator has it.
///
/// Files without a key (`feed_info.txt`, `location_group_stops.txt`) are not here, and `trips.txt`,
/// `stop_times.txt` and `shapes.txt` have rules of their own.
enum PrimaryKeys {
    static let rules: [any KeyRule] = [
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
        DuplicateFareRuleRule(),
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
            table: \.networks, key: [.init(name: "network_id") { $0.networkID?.text }]),
        DuplicateKeyRule(
            table: \.pathways, key: [.init(name: "pathway_id") { $0.pathwayID?.text }]),
        DuplicateKeyRule(
            table: \.riderCategories,
            key: [.init(name: "rider_category_id") { $0.riderCategoryID?.text }]),
        DuplicateKeyRule(
            table: \.routeNetworks, key: [.init(name: "route_id") { $0.routeID?.text }]),
        DuplicateKeyRule(
            table: \.routes, key: [.init(name: "route_id") { $0.routeID?.text }],
            isUnique: { $0.routeRows.count == $0.routes.count }),
        DuplicateKeyRule(
            table: \.stopAreas,
            key: [
                .init(name: "area_id") { $0.areaID?.text },
                .init(name: "stop_id") { $0.stopID?.text },
            ]),
        DuplicateKeyRule(
            table: \.stops, key: [.init(name: "stop_id") { $0.stopID?.text }],
            isUnique: { $0.stopRows.count == $0.stops.count }),
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

    /// A language tag as Java prints it, where case does not matter.
    private static func locale(_ tag: String) -> String {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2 || parts[1].count == 3 else {
            return tag.lowercased()
        }
        return parts[0].lowercased() + "_" + parts[1].uppercased()
    }
}

/// A rule about the key of a file. Before all rules run, it takes the rows out of the feed that repeat
/// a key, because a bundle leaves them out, too; not under `--compat canonical`.
protocol KeyRule: FeedRule {
    func setRepeatsAside(_ feed: LoadedFeed) throws
}

/// No two rows of a file have the same key. Rows that lack a part of it, by their own notice or that
/// of a missing column, have none; the bundle keeps what it can of them.
///
/// One instance for each file that is read as structs; see `PrimaryKeys`.
struct DuplicateKeyRule<Row: FeedRow>: KeyRule {
    static var isEarly: Bool { true }
    static var notices: [NoticeDefinition] { [.duplicateKey] }
    static var inputs: [String] { [Row.file.name] }

    /// A part of the key.
    struct Part: Sendable {
        let name: String
        /// The cell as text; nil when it is blank.
        let text: @Sendable (Row) -> String?
        /// The value of a blank cell for the canonical validator.
        var blank = ""
    }

    private let find: @Sendable (LoadedFeed, NoticeBin) throws -> Void
    private let setAside: @Sendable (LoadedFeed) throws -> Void

    /// - Parameters:
    ///   - isOurs: whether the canonical validator does not look for repeated keys of the file.
    ///   - isUnique: whether the loader, which numbers the ids of some files, has seen already
    ///     that each row has one of its own.
    init(
        table:
            @autoclosure @escaping @Sendable () -> ReferenceWritableKeyPath<
                LoadedFeed, LoadedTable<Row>
            >,
        key: [Part], isOurs: Bool = false,
        isUnique: @escaping @Sendable (LoadedFeed) -> Bool = { _ in false }
    ) {
        // Most feeds have few of the files, and making a key path takes a third of a million
        // instructions. A closure is compiled for each type of row; a protocol's method is not, and takes several
        // times as long.
        find = { feed, bin in
            guard feed.headers[Row.file.name] != nil else { return }
            let loaded = feed[keyPath: table()]
            guard feed.options.isCanonical else {
                for row in loaded.repeats { note(row.first, row.number, loaded, bin) }
                return
            }
            if isOurs || isUnique(feed) { return }
            try Self.find(loaded, key, feed) { note($0, loaded.rowNumbers[$1], loaded, bin) }
        }
        setAside = { feed in
            guard feed.headers[Row.file.name] != nil, !isUnique(feed) else { return }
            var found: [(first: Int, repeated: Int)] = []
            try Self.find(feed[keyPath: table()], key, feed) { found.append(($0, $1)) }
            if !found.isEmpty { feed[keyPath: table()].setAside(found) }
        }
        @Sendable func note(
            _ first: Int, _ repeated: Int, _ loaded: LoadedTable<Row>, _ bin: NoticeBin
        ) {
            bin.add(
                .duplicateKey,
                .duplicateKey(
                    loaded.filename, (loaded.rowNumbers[first], repeated),
                    key.map { ($0.name, $0.text(loaded[first])) }))
        }
    }

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws { try find(feed, bin) }

    func setRepeatsAside(_ feed: LoadedFeed) throws { try setAside(feed) }

    private static func find(
        _ loaded: LoadedTable<Row>, _ key: [Part], _ feed: LoadedFeed, found: (Int, Int) -> Void
    ) throws {
        let isCanonical = feed.options.isCanonical
        let needs = KeyNeeds(Row.table, key.map(\.name))
        let fields = FieldSet(key.map(\.name), of: Row.table)
        try RepeatedKeys.find(
            count: loaded.count, in: feed,
            key: { index, bytes in
                // A part that could not be used may be anything.
                guard loaded.badCells[index].isDisjoint(with: fields) else { return false }
                let row = loaded.rows[index]
                let isBlank = write(key, row, to: &bytes, isCanonical: isCanonical)
                if isCanonical { return key.count > 1 || !isBlank }
                return needs.areMet {
                    key[$0].text(row) != nil
                } holds: {
                    key[$0].text(row) == $1
                }
            }, found: found)
    }

    /// Writes the parts of a row's key, each followed by a byte that no cell ends with; true when
    /// all are blank.
    private static func write(
        _ key: [Part], _ row: Row, to bytes: inout [UInt8], isCanonical: Bool
    ) -> Bool {
        var isBlank = true
        for part in key {
            let text = part.text(row)
            if text != nil { isBlank = false }
            bytes.append(contentsOf: (text ?? (isCanonical ? part.blank : "")).utf8)
            bytes.append(0x1F)
        }
        return isBlank
    }
}
