package import GTFSSchedule

/// Where the canonical validator describes fields differently from the reference.
///
/// Compared field by field with the schemas of gtfs-validator at 03717cb, on 2026-11-21; everything
/// else is as in the tables of `GTFSSchedule`. `CanonicalSchemaTests` fails when an entry names a
/// field that does not exist.
package enum CanonicalSchema {
    /// Fields with a different presence, under `--compat canonical` only.
    package static let presences: [String: Presence] = [
        "fare_attributes.txt/transfers": .optional,
        "timeframes.txt/timeframe_group_id": .optional,
    ]

    /// Fields whose blank cells have a meaning, so that only the column is required. The reference
    /// calls the field required, but its text says that blank stands for 0.
    package static let requiredColumns: Set<String> = ["transfers.txt/transfer_type"]

    /// Fields of a different type, under `--compat canonical` only.
    package static let types: [String: FieldType] = [
        "booking_rules.txt/prior_notice_service_id": .text,
        "fare_transfer_rules.txt/transfer_count": .integer,
        "frequencies.txt/trip_id": .text,
        "timeframes.txt/service_id": .text,
        "translations.txt/record_id": .text,
        "translations.txt/record_sub_id": .text,
    ]

    /// The codes of `routes.route_type` that it knows; these include no extended ones.
    package static let routeTypes: Set<Int> = [0, 1, 2, 3, 4, 5, 6, 7, 11, 12]

    package static let mixedCaseFields: Set<String> = [
        "agency.txt/agency_name", "booking_rules.txt/drop_off_message",
        "booking_rules.txt/message", "booking_rules.txt/pickup_message", "levels.txt/level_name",
        "location_groups.txt/location_group_name", "networks.txt/network_name",
        "pathways.txt/reversed_signposted_as", "pathways.txt/signposted_as",
        "routes.txt/route_desc", "routes.txt/route_long_name", "routes.txt/route_short_name",
        "stops.txt/stop_name", "trips.txt/trip_headsign", "trips.txt/trip_short_name",
    ]

    /// Keys of files, where it names their fields in an order of its own.
    package static let keys: [String: [String]] = [
        "fare_products.txt": ["fare_product_id", "fare_media_id", "rider_category_id"],
        "fare_transfer_rules.txt": [
            "from_leg_group_id", "to_leg_group_id", "duration_limit", "transfer_count",
            "fare_product_id",
        ],
    ]

    /// The values that blank parts of keys stand for, under `--compat canonical` only.
    package static let blankKeyParts = [
        "fare_transfer_rules.txt/duration_limit": "0",
        "fare_transfer_rules.txt/transfer_count": "0",
        "timeframes.txt/end_time": "00:00:00",
        "timeframes.txt/start_time": "00:00:00",
    ]

    /// Files whose rows may repeat others, under `--compat canonical` only.
    static let filesWithoutKey: Set<String> = [
        "fare_leg_join_rules.txt", "location_group_stops.txt",
    ]

    static let filesWithLongCells: Set<String> = ["areas.txt"]

    static func presence(of field: FieldSpec, in file: String, isCanonical: Bool) -> Presence {
        let name = file + "/" + field.name
        if requiredColumns.contains(name) { return .requiredColumn }
        return isCanonical ? presences[name] ?? field.presence : field.presence
    }

    static func type(of field: FieldSpec, in file: String, isCanonical: Bool) -> FieldType {
        isCanonical ? types[file + "/" + field.name] ?? field.type : field.type
    }
}
