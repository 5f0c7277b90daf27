public import GTFSSchedule

/// The kind of vehicle on a route, by which apps group and color routes: Train, Metro, Bus, ...
///
/// Types are ordered as in lists: Train, Metro, Bus, Ferry, Tram, then the others by name. Bundles
/// and JSON store a type as the word of its ``mode``, such as `cable_car`, which never changes.
///
/// ```swift
/// let type = RouteType(code: 3)  // .bus
/// ```
public enum RouteType: CaseIterable, Sendable {
    /// Railways, from suburban to long distance.
    case rail
    /// Metros and undergrounds.
    case metro
    /// City and regional buses.
    case bus
    /// Ferries and other boats.
    case ferry
    /// Trams, streetcars and light rail.
    case tram
    /// Flights.
    case air
    /// Street-level cars drawn by a cable under the street.
    case cableCar
    /// Long-distance buses.
    case coach
    /// Railways drawn up a slope by a cable.
    case funicular
    /// Cabins and chairs that hang from a cable.
    case gondola
    /// Railways on one rail or beam.
    case monorail
    /// Taxis, including shared ones.
    case taxi
    /// Electric buses under two wires.
    case trolleybus
    /// Anything else, and codes that no list defines.
    case other

    /// Creates the type for a mode.
    public init(_ mode: Mode) {
        self = Self.allCases.first { $0.mode == mode } ?? .other
    }

    /// Creates the type for a code of `routes.route_type`, basic or extended; `.other` for codes
    /// that no list defines.
    public init(code: Int) {
        self.init(GTFSSchedule.RouteType(code: code).mode)
    }

    /// Creates the type for a word of `routes.mode`; `.other` for a word of a later version of the
    /// tool.
    public init(word: String) {
        self.init(Mode(rawValue: word) ?? .other)
    }

    /// The position in the order of lists, from 0: Train is 0, Metro 1, Bus 2. It is not a code of
    /// `routes.route_type` (see ``Route/routeType``), so no type can be created from it.
    public var rawValue: Int { Self.places[self] ?? Self.allCases.count }
    private static let places = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// The mode, by the name that bundles store.
    public var mode: Mode {
        switch self {
        case .rail: .rail
        case .metro: .metro
        case .bus: .bus
        case .ferry: .ferry
        case .tram: .tram
        case .air: .air
        case .cableCar: .cableCar
        case .coach: .coach
        case .funicular: .funicular
        case .gondola: .gondola
        case .monorail: .monorail
        case .taxi: .taxi
        case .trolleybus: .trolleybus
        case .other: .other
        }
    }
}

extension RouteType: Comparable {
    /// Compares types by the order of lists.
    public static func < (left: RouteType, right: RouteType) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Encoded as the word of its mode. A word of a later version of the tool decodes as `.other`.
extension RouteType: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(word: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(mode.rawValue)
    }
}

extension RouteType {
    /// The word for riders in English, such as "Train".
    public var displayName: String { displayName(in: .english) }

    /// Returns the word for riders, such as "Zug".
    public func displayName(in words: RiderWords) -> String {
        words[RiderWords.Key(rawValue: "mode." + mode.rawValue) ?? .otherMode]
    }

    /// The color of badges where the feed gives a route none: red for trains, purple for metros,
    /// blue for buses, green for ferries, orange for trams, gray for the rest.
    public var color: RGBColor {
        switch self {
        case .rail: RGBColor(red: 0xFF, green: 0x3B, blue: 0x30)
        case .metro: RGBColor(red: 0xAF, green: 0x52, blue: 0xDE)
        case .bus: RGBColor(red: 0x00, green: 0x7A, blue: 0xFF)
        case .ferry: RGBColor(red: 0x34, green: 0xC7, blue: 0x59)
        case .tram: RGBColor(red: 0xFF, green: 0x95, blue: 0x00)
        default: RGBColor(red: 0x8E, green: 0x8E, blue: 0x93)
        }
    }
}
