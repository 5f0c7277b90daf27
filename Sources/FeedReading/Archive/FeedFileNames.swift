/// The names by which a folder is known to hold a feed.
package enum FeedFileNames {
    /// The 32 files of the GTFS reference of June 2026.
    package static let all: Set<String> = [
        "agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt", "calendar.txt",
        "calendar_dates.txt", "fare_attributes.txt", "fare_rules.txt", "timeframes.txt",
        "rider_categories.txt", "fare_media.txt", "fare_products.txt", "fare_leg_rules.txt",
        "fare_leg_join_rules.txt", "fare_transfer_rules.txt", "areas.txt", "stop_areas.txt",
        "networks.txt", "route_networks.txt", "shapes.txt", "frequencies.txt", "transfers.txt",
        "pathways.txt", "levels.txt", "location_groups.txt", "location_group_stops.txt",
        "locations.geojson", "booking_rules.txt", "translations.txt", "feed_info.txt",
        "attributions.txt",
    ]

    /// The files that the canonical validator looks for in folders (v8.0.1): those of on-demand
    /// service and some about fares are not among them.
    package static let soughtInFolders: Set<String> = all.subtracting([
        "timeframes.txt", "rider_categories.txt", "fare_leg_join_rules.txt", "networks.txt",
        "route_networks.txt", "location_groups.txt", "location_group_stops.txt",
        "locations.geojson", "booking_rules.txt",
    ])

    /// The files no feed does without: a nested folder with two of them is taken for a feed.
    static let core: Set<String> = [
        "agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt",
    ]
}
