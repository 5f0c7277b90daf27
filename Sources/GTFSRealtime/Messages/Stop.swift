/// A stop that is not in the feed.
public struct Stop: Sendable {
    /// Names it; not one of `stops.txt`.
    public private(set) var stopID: String?
    /// Degrees north, WGS 84.
    public private(set) var stopLat: Float?
    /// Degrees east, WGS 84.
    public private(set) var stopLon: Float?
    /// Its fare zone.
    public private(set) var zoneID: String?
    /// The `stop_id` of its station.
    public private(set) var parentStation: String?
    /// Its time zone, such as `Australia/Sydney`; that of its station or agency if nil.
    public private(set) var stopTimezone: String?
    /// Whether a rider in a wheelchair can board there.
    public private(set) var wheelchairBoarding: WheelchairBoarding?
    /// The `level_id` of `levels.txt`.
    public private(set) var levelID: String?

    private let slice: MessageSlice
    private var places = Places()

    private struct Places {
        var stopCode = FieldPlace()
        var stopName = FieldPlace()
        var ttsStopName = FieldPlace()
        var stopDesc = FieldPlace()
        var stopURL = FieldPlace()
        var platformCode = FieldPlace()
    }

    /// The number that riders see there.
    public var stopCode: TranslatedString? { text(.stopCode, places.stopCode) }

    /// Its name.
    public var stopName: TranslatedString? { text(.stopName, places.stopName) }

    /// Its name, to be spoken.
    public var ttsStopName: TranslatedString? { text(.ttsStopName, places.ttsStopName) }

    /// More than the name says.
    public var stopDesc: TranslatedString? { text(.stopDesc, places.stopDesc) }

    /// A page about it.
    public var stopURL: TranslatedString? { text(.stopURL, places.stopURL) }

    /// Its platform in the station, such as `3`.
    public var platformCode: TranslatedString? { text(.platformCode, places.platformCode) }

    private func text(_ key: Key, _ place: FieldPlace) -> TranslatedString? {
        slice.message(key, at: place).map(TranslatedString.init(reading:))
    }

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
    init(_ slice: MessageSlice) {
        self.slice = slice
    }

    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .stopID: field.read(&stopID)
        case .stopCode: places.stopCode.note(field)
        case .stopName: places.stopName.note(field)
        case .ttsStopName: places.ttsStopName.note(field)
        case .stopDesc: places.stopDesc.note(field)
        case .stopLat: field.read(&stopLat)
        case .stopLon: field.read(&stopLon)
        case .zoneID: field.read(&zoneID)
        case .stopURL: places.stopURL.note(field)
        case .parentStation: field.read(&parentStation)
        case .stopTimezone: field.read(&stopTimezone)
        case .wheelchairBoarding: field.read(&wheelchairBoarding)
        case .levelID: field.read(&levelID)
        case .platformCode: places.platformCode.note(field)
        }
    }
}

/// A shape that is not in the feed.
public struct Shape: Hashable, Sendable {
    /// Names it; not one of `shapes.txt`.
    public internal(set) var shapeID: String?
    /// Its points, in Google's encoding with five decimal places.
    public internal(set) var encodedPolyline: String?
}

extension Shape: WholeMessage {
    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .shapeID: field.read(&shapeID)
        case .encodedPolyline: field.read(&encodedPolyline)
        }
    }
}
