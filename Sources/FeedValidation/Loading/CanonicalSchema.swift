package import GTFSSchedule

/// Where the canonical validator describes fields otherwise than the reference does.
///
/// Compared field by field with the schemas of gtfs-validator v8.0.1, on 2026-11-21; everything
/// that is not here is as in the tables of `GTFSSchedule`. `CanonicalSchemaTests` fails when an
/// entry names a field that does not exist.
package enum CanonicalSchema {
    /// Fields that are asked for in another way, under `--compat canonical` only.
    package static let presences: [String: Presence] = [
        "fare_attributes.txt/transfers": .optional,
        "timeframes.txt/timeframe_group_id": .optional,
    ]

    /// Fields whose blank cells mean something, so that only the column is asked for. The reference
    /// calls the field required and says in its text that blank stands for 0.
    package static let requiredColumns: Set<String> = ["transfers.txt/transfer_type"]

    /// Fields that are read as another type, under `--compat canonical` only.
    package static let types: [String: FieldType] = [
        "booking_rules.txt/prior_notice_service_id": .text,
        "fare_transfer_rules.txt/transfer_count": .integer,
        "frequencies.txt/trip_id": .text,
        "timeframes.txt/service_id": .text,
        "translations.txt/record_id": .text,
        "translations.txt/record_sub_id": .text,
    ]

    /// The codes of `routes.route_type` that it knows: none of the extended ones.
    package static let routeTypes: Set<Int> = [0, 1, 2, 3, 4, 5, 6, 7, 11, 12]

    /// Fields whose text should be in mixed case.
    package static let mixedCaseFields: Set<String> = [
        "agency.txt/agency_name", "booking_rules.txt/drop_off_message",
        "booking_rules.txt/message", "booking_rules.txt/pickup_message", "levels.txt/level_name",
        "location_groups.txt/location_group_name", "networks.txt/network_name",
        "pathways.txt/reversed_signposted_as", "pathways.txt/signposted_as",
        "routes.txt/route_desc", "routes.txt/route_long_name", "routes.txt/route_short_name",
        "stops.txt/stop_name", "trips.txt/trip_headsign", "trips.txt/trip_short_name",
    ]

    /// Files whose cells may be of any length.
    package static let filesWithLongCells: Set<String> = ["areas.txt"]

    /// How a field is asked for.
    static func presence(of field: FieldSpec, in file: String, isCanonical: Bool) -> Presence {
        let name = file + "/" + field.name
        if requiredColumns.contains(name) { return .requiredColumn }
        return isCanonical ? presences[name] ?? field.presence : field.presence
    }

    /// How a field's cells are read.
    static func type(of field: FieldSpec, in file: String, isCanonical: Bool) -> FieldType {
        isCanonical ? types[file + "/" + field.name] ?? field.type : field.type
    }
}
