package import GTFSSchedule

package enum FilterEffect: Sendable {
    /// A kept row keeps the rows that it names; of their table, rows that no kept row names go.
    case keeps
    /// A row goes with the last of the rows that it names.
    case falls
    /// A rule of Fares v2 stays as long as it can apply to a kept ride or keep another from applying, see
    /// `LegRuleClosure`.
    case isRule

    private static let ofFields: [String: [String: FilterEffect]] = [
        "stops": ["parent_station": .keeps, "level_id": .keeps],
        "routes": ["agency_id": .keeps],
        "trips": ["route_id": .keeps, "service_id": .keeps, "shape_id": .keeps],
        "stop_times": [
            "trip_id": .falls, "stop_id": .keeps, "location_group_id": .keeps,
            "location_id": .keeps, "pickup_booking_rule_id": .keeps,
            "drop_off_booking_rule_id": .keeps,
        ],
        "frequencies": ["trip_id": .falls],
        "transfers": [
            "from_stop_id": .falls, "to_stop_id": .falls, "from_route_id": .falls,
            "to_route_id": .falls, "from_trip_id": .falls, "to_trip_id": .falls,
        ],
        "pathways": ["from_stop_id": .falls, "to_stop_id": .falls],
        "location_group_stops": ["location_group_id": .falls, "stop_id": .falls],
        "booking_rules": ["prior_notice_service_id": .keeps],
        "attributions": ["agency_id": .falls, "route_id": .falls, "trip_id": .falls],
        "fare_attributes": ["agency_id": .falls],
        "fare_rules": [
            "fare_id": .falls, "route_id": .falls, "origin_id": .falls, "destination_id": .falls,
            "contains_id": .falls,
        ],
        "timeframes": ["service_id": .keeps],
        "fare_products": ["rider_category_id": .falls, "fare_media_id": .falls],
        "fare_leg_rules": [
            "network_id": .isRule, "from_area_id": .isRule, "to_area_id": .isRule,
            "from_timeframe_group_id": .isRule, "to_timeframe_group_id": .isRule,
            "fare_product_id": .isRule,
        ],
        "fare_transfer_rules": [
            "from_leg_group_id": .isRule, "to_leg_group_id": .isRule, "fare_product_id": .isRule,
        ],
        "fare_leg_join_rules": [
            "from_network_id": .falls, "to_network_id": .falls, "from_stop_id": .falls,
            "to_stop_id": .falls,
        ],
        "stop_areas": ["area_id": .falls, "stop_id": .falls],
        "route_networks": ["network_id": .falls, "route_id": .falls],
    ]

    package static func of(_ field: FieldSpec, in table: TableSpec) -> FilterEffect? {
        ofFields[table.name]?[field.name]
    }

    static func fields(
        _ effect: FilterEffect, naming target: String? = nil
    ) -> [(table: TableSpec, field: FieldSpec)] {
        Schedule.tables.flatMap { table in
            table.fields.filter { field in
                of(field, in: table) == effect
                    && (target == nil
                        || field.references.contains {
                            String($0.file.prefix { $0 != "." }) == target
                        })
            }.map { (table, $0) }
        }
    }
}
