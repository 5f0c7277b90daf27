/// A field of another file that a foreign ID points to, such as `stops.txt`, `stop_id`.
public struct FieldReference: Sendable, Hashable {
    /// The file's name, such as `stops.txt`.
    public let file: String
    /// The column's name, such as `stop_id`.
    public let field: String

    /// Points to a column of a file.
    public init(_ file: String, _ field: String) {
        self.file = file
        self.field = field
    }
}

/// The fields that foreign IDs of the reference point to.
extension FieldReference {
    static let agency = FieldReference("agency.txt", "agency_id")
    static let area = FieldReference("areas.txt", "area_id")
    static let bookingRule = FieldReference("booking_rules.txt", "booking_rule_id")
    static let calendar = FieldReference("calendar.txt", "service_id")
    static let calendarDate = FieldReference("calendar_dates.txt", "service_id")
    static let fare = FieldReference("fare_attributes.txt", "fare_id")
    static let fareMedium = FieldReference("fare_media.txt", "fare_media_id")
    static let fareProduct = FieldReference("fare_products.txt", "fare_product_id")
    static let legGroup = FieldReference("fare_leg_rules.txt", "leg_group_id")
    static let level = FieldReference("levels.txt", "level_id")
    static let location = FieldReference("locations.geojson", "id")
    static let locationGroup = FieldReference("location_groups.txt", "location_group_id")
    static let network = FieldReference("networks.txt", "network_id")
    static let riderCategory = FieldReference("rider_categories.txt", "rider_category_id")
    static let route = FieldReference("routes.txt", "route_id")
    static let routeNetworkID = FieldReference("routes.txt", "network_id")
    static let shape = FieldReference("shapes.txt", "shape_id")
    static let stop = FieldReference("stops.txt", "stop_id")
    static let timeframeGroup = FieldReference("timeframes.txt", "timeframe_group_id")
    static let trip = FieldReference("trips.txt", "trip_id")
    static let zone = FieldReference("stops.txt", "zone_id")
}
