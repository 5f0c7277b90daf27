/// A stop that is not in the feed.
public struct Stop: Sendable {
    /// Identifies the stop; not an id of `stops.txt`.
    public private(set) var stopID: String?
    /// Degrees north, WGS 84.
    public private(set) var stopLat: Float?
    /// Degrees east, WGS 84.
    public private(set) var stopLon: Float?
    /// The fare zone of the stop.
    public private(set) var zoneID: String?
    /// The `stop_id` of its station.
    public private(set) var parentStation: String?
    /// Its time zone, such as `Australia/Sydney`; that of its station or agency if nil.
    public private(set) var stopTimezone: String?
    /// Whether a rider in a wheelchair can board there.
    public private(set) var wheelchairBoarding: WheelchairBoarding?
    /// The `level_id` of `levels.txt`.
    public private(set) var levelID: String?

    /// The number that riders see at the stop.
    public private(set) var stopCode: TranslatedString?

    /// Its name.
    public private(set) var stopName: TranslatedString?

    /// The name for speech output.
    public private(set) var ttsStopName: TranslatedString?

    /// More about the stop than its name says.
    public private(set) var stopDesc: TranslatedString?

    /// A page about the stop.
    public private(set) var stopURL: TranslatedString?

    /// Its platform in the station, such as `3`.
    public private(set) var platformCode: TranslatedString?

    /// Whether a rider in a wheelchair can board.
    public struct WheelchairBoarding: RealtimeCode {
        public static let words: [Int32: String] = [
            0: "UNKNOWN", 1: "AVAILABLE", 2: "NOT_AVAILABLE",
        ]
        /// Not known.
        public static let unknown = Self(rawValue: 0)
        /// Yes.
        public static let available = Self(rawValue: 1)
        /// No.
        public static let notAvailable = Self(rawValue: 2)

        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
    }
}

extension Stop: ReadMessage {
    static let fields = Fields<Self>(
        "Stop",
        .value(1, "stop_id", \.stopID),
        .slice(2, "stop_code", \.stopCode),
        .slice(3, "stop_name", \.stopName),
        .slice(4, "tts_stop_name", \.ttsStopName),
        .slice(5, "stop_desc", \.stopDesc),
        .value(6, "stop_lat", \.stopLat),
        .value(7, "stop_lon", \.stopLon),
        .value(8, "zone_id", \.zoneID),
        .slice(9, "stop_url", \.stopURL),
        .value(11, "parent_station", \.parentStation),
        .value(12, "stop_timezone", \.stopTimezone),
        .code(13, "wheelchair_boarding", \.wheelchairBoarding),
        .value(14, "level_id", \.levelID),
        .slice(15, "platform_code", \.platformCode))
}

/// A shape that is not in the feed.
public struct Shape: Hashable, Sendable {
    /// Identifies the shape; not an id of `shapes.txt`.
    public internal(set) var shapeID: String?
    /// Its points, in Google's encoding with five decimal places.
    public internal(set) var encodedPolyline: String?
}

extension Shape: WholeMessage {
    static let fields = Fields<Self>(
        "Shape",
        .value(1, "shape_id", \.shapeID),
        .value(2, "encoded_polyline", \.encodedPolyline, as: .longText))
}
