/// An ID of a feed, typed by what it identifies so that the ID of a stop cannot be taken for that
/// of a route.
///
/// Two IDs are equal when their bytes are: Unicode's canonical equivalence, by which Swift compares
/// strings, would merge IDs that the feed distinguishes.
public struct Identifier<Subject>: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}

// The IDs that GTFS files use to refer to each other. Where a file's rows carry the ID, the row
// struct tells IDs apart; the other kinds have a tag in `IdentifierTag`.

/// `agency.agency_id`.
public typealias AgencyID = Identifier<Agency>
/// `stops.stop_id`: a stop, station, entrance, node or boarding area.
public typealias StopID = Identifier<Stop>
/// `routes.route_id`.
public typealias RouteID = Identifier<Route>
/// `trips.trip_id`.
public typealias TripID = Identifier<Trip>
/// `levels.level_id`.
public typealias LevelID = Identifier<Level>
/// `pathways.pathway_id`.
public typealias PathwayID = Identifier<Pathway>
/// `fare_attributes.fare_id`.
public typealias FareID = Identifier<FareAttribute>
/// `rider_categories.rider_category_id`.
public typealias RiderCategoryID = Identifier<RiderCategory>
/// `fare_media.fare_media_id`.
public typealias FareMediaID = Identifier<FareMedium>
/// `fare_products.fare_product_id`.
public typealias FareProductID = Identifier<FareProduct>
/// `areas.area_id`.
public typealias AreaID = Identifier<Area>
/// `networks.network_id` or `routes.network_id`.
public typealias NetworkID = Identifier<FareNetwork>
/// `location_groups.location_group_id`.
public typealias LocationGroupID = Identifier<LocationGroup>
/// The ID of a feature of `locations.geojson`.
public typealias LocationID = Identifier<Location>
/// `booking_rules.booking_rule_id`.
public typealias BookingRuleID = Identifier<BookingRule>
/// `attributions.attribution_id`.
public typealias AttributionID = Identifier<Attribution>
/// `service_id` of `calendar.txt` and `calendar_dates.txt`: a set of service days.
public typealias ServiceID = Identifier<IdentifierTag.Service>
/// `shapes.shape_id`: a path of many points.
public typealias ShapeID = Identifier<IdentifierTag.Shape>
/// `trips.block_id`: trips that one vehicle runs one after the other.
public typealias BlockID = Identifier<IdentifierTag.Block>
/// `stops.zone_id`: a fare zone.
public typealias ZoneID = Identifier<IdentifierTag.Zone>
/// `timeframes.timeframe_group_id`.
public typealias TimeframeGroupID = Identifier<IdentifierTag.TimeframeGroup>
/// `fare_leg_rules.leg_group_id`.
public typealias LegGroupID = Identifier<IdentifierTag.LegGroup>
/// `translations.record_id` and `record_sub_id`: an ID in the table that the row names.
public typealias RecordID = Identifier<IdentifierTag.Record>

/// The kind of thing that an ID identifies when no file has exactly one row for it.
public enum IdentifierTag {
    /// A set of service days.
    public enum Service {}
    /// A path of many points.
    public enum Shape {}
    /// Trips of one vehicle.
    public enum Block {}
    /// A fare zone.
    public enum Zone {}
    /// A set of timeframes.
    public enum TimeframeGroup {}
    /// A set of fare legs.
    public enum LegGroup {}
    /// A row of any translatable table.
    public enum Record {}
}
