import GTFSSchedule

/// The fields of small files that refer to other files, as the canonical validator v8.0.1 has them.
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
        ForeignKeyRule(\.fareRules, "fare_id", .fare) { $0.fareID?.text },
        ForeignKeyRule(\.fareRules, "route_id", .route) { $0.routeID?.text },
        ForeignKeyRule(\.fareRules, "origin_id", .zone) { $0.originID?.text },
        ForeignKeyRule(\.fareRules, "destination_id", .zone) { $0.destinationID?.text },
        ForeignKeyRule(\.fareRules, "contains_id", .zone) { $0.containsID?.text },
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
