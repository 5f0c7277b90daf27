/// A place of the network: a row of `stops.txt`. Platforms, stations, entrances, nodes of pathways
/// and boarding areas share the file; ``locationType`` tells them apart.
public struct Stop: FeedRow, Hashable {
    /// Identifies the location. Features of `locations.geojson` and location groups may not use the
    /// same ID.
    public var stopID: StopID?
    /// Short text or number on the sign, by which riders know the stop.
    public var stopCode: String?
    /// Name as the rider sees it. Optional for nodes and boarding areas.
    public var stopName: String?
    /// The name as it should be spoken; blank means as written.
    public var ttsStopName: String?
    /// Information for riders beyond the name.
    public var stopDesc: String?
    /// Degrees north, WGS 84. Optional for nodes and boarding areas.
    public var stopLat: Double?
    /// Degrees east, WGS 84. Optional for nodes and boarding areas.
    public var stopLon: Double?
    /// Fare zone of the stop, for `fare_rules.txt`.
    public var zoneID: ZoneID?
    /// Web page about this stop.
    public var stopURL: FeedURL?
    /// The kind of place; blank means stop or platform.
    public var locationType: LocationType?
    /// The station of a platform, entrance or node; the platform of a boarding area.
    public var parentStation: StopID?
    /// Time zone of clocks here; blank means that of the station, else of the agency. It does not
    /// change the meaning of `stop_times.txt`.
    public var stopTimezone: TimezoneName?
    /// Whether wheelchairs can board here; blank means unknown, or as in the station. See
    /// ``Accessibility/effective(own:locationType:parent:)``.
    public var wheelchairBoarding: Accessibility?
    /// Level of the station on which the location lies.
    public var levelID: LevelID?
    /// The platform's own number or letter, without words such as "Platform".
    public var platformCode: String?
    /// How a platform of a station is reached from the street; blank means unknown.
    public var stopAccess: StopAccess?

    public init() {}

    public static let file = FileSpec("stops.txt", .conditionallyRequired, primaryKey: ["stop_id"])

    public static let fields: [Field<Stop>] = [
        Field("stop_id", at: \.stopID, presence: .required),
        Field("stop_code", at: \.stopCode, type: .text),
        Field("stop_name", at: \.stopName, type: .text, presence: .conditionallyRequired),
        Field("tts_stop_name", at: \.ttsStopName, type: .text),
        Field("stop_desc", at: \.stopDesc, type: .text),
        Field("stop_lat", at: \.stopLat, type: .latitude, presence: .conditionallyRequired),
        Field("stop_lon", at: \.stopLon, type: .longitude, presence: .conditionallyRequired),
        Field("zone_id", at: \.zoneID),
        Field("stop_url", at: \.stopURL, type: .url),
        Field("location_type", at: \.locationType),
        Field(
            "parent_station", at: \.parentStation, presence: .conditionallyRequired,
            references: [.stop]),
        Field("stop_timezone", at: \.stopTimezone, type: .timezone),
        Field("wheelchair_boarding", at: \.wheelchairBoarding),
        Field("level_id", at: \.levelID, references: [.level]),
        Field("platform_code", at: \.platformCode, type: .text),
        Field("stop_access", at: \.stopAccess, presence: .conditionallyForbidden),
    ]
}

/// The kind of a place: `stops.location_type`.
public struct LocationType: CodedValue {
    public static let words = ["stop", "station", "entrance", "genericNode", "boardingArea"]
    /// A place where riders board and alight; a platform when it has a station. Also when blank.
    public static let stop = LocationType(code: 0)
    /// A building or area with one or more platforms.
    public static let station = LocationType(code: 1)
    /// A place where riders enter or leave a station from the street.
    public static let entrance = LocationType(code: 2)
    /// A point inside a station that joins pathways.
    public static let genericNode = LocationType(code: 3)
    /// A part of a platform.
    public static let boardingArea = LocationType(code: 4)

    public let code: Int
    public init(code: Int) { self.code = code }

    /// Returns whether a place of this kind can be part of a place of another kind: every place
    /// except a station can be part of a station, and boarding areas also of a platform. A
    /// `parent_station` of any other kind is a mistake in the feed, and says nothing about the
    /// place.
    public func canBePart(of parent: LocationType) -> Bool {
        switch self {
        case .station: false
        case .boardingArea: parent == .station || parent == .stop
        default: parent == .station
        }
    }
}

/// How riders reach a platform of a station: `stops.stop_access`.
public struct StopAccess: CodedValue {
    public static let words = ["throughStation", "fromStreet"]
    /// Only through the entrances of the station.
    public static let throughStation = StopAccess(code: 0)
    /// Directly from the street.
    public static let fromStreet = StopAccess(code: 1)

    public let code: Int
    public init(code: Int) { self.code = code }
}
