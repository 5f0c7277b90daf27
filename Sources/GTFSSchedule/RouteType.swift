/// The kind of vehicle on a route: `routes.route_type`.
///
/// Feeds use the codes of the reference (0 to 7, 11, 12) and those of Google's extended list, which
/// stem from the European TPEG standard (100 to 1702). Any other code is kept too. The meanings of
/// all codes are in one table, ``table``.
///
/// ```swift
/// let replacement = RouteType(code: 714)
/// let mode = replacement.mode  // .bus
/// let basic = replacement.basicCode  // 3
/// ```
public struct RouteType: Hashable, Sendable {
    /// The integer in the feed.
    public let code: Int

    /// Creates a type. Never fails: a code that no list defines is kept.
    public init(code: Int) {
        self.code = code
    }

    /// Some codes of one list and the mode that they stand for.
    public struct Row: Sendable, Hashable {
        /// The codes, all of them defined by the list.
        public let codes: ClosedRange<Int>
        /// The mode of such a route.
        public let mode: Mode
        /// The names of the codes, in English.
        public let name: String

        init(_ codes: ClosedRange<Int>, _ mode: Mode, name: String) {
            self.codes = codes
            self.mode = mode
            self.name = name
        }
    }

    /// Every code with a meaning, in ascending order.
    ///
    /// A code from 100 up that is in no row, such as 118, has the mode of the first row of its
    /// hundred. All other codes are ``Mode/other``.
    public static let table: [Row] = [
        Row(0...0, .tram, name: "Tram or light rail"),
        Row(1...1, .metro, name: "Metro"),
        Row(2...2, .rail, name: "Rail"),
        Row(3...3, .bus, name: "Bus"),
        Row(4...4, .ferry, name: "Ferry"),
        Row(5...5, .cableCar, name: "Cable car on the street"),
        Row(6...6, .gondola, name: "Aerial lift"),
        Row(7...7, .funicular, name: "Funicular"),
        Row(11...11, .trolleybus, name: "Trolleybus"),
        Row(12...12, .monorail, name: "Monorail"),
        Row(100...117, .rail, name: "Railway, from high speed to rack railway"),
        Row(200...209, .coach, name: "Coach"),
        Row(300...300, .rail, name: "Suburban railway"),
        Row(400...404, .metro, name: "Urban railway, metro, underground"),
        Row(405...405, .monorail, name: "Monorail"),
        Row(500...500, .metro, name: "Metro"),
        Row(600...600, .metro, name: "Underground"),
        Row(700...716, .bus, name: "Bus, from local to rail replacement, school and on demand"),
        Row(717...717, .taxi, name: "Shared taxi"),
        Row(800...800, .trolleybus, name: "Trolleybus"),
        Row(900...906, .tram, name: "Tram"),
        Row(1000...1021, .ferry, name: "Water transport"),
        Row(1100...1114, .air, name: "Air"),
        Row(1200...1200, .ferry, name: "Ferry"),
        Row(1300...1307, .gondola, name: "Aerial lift, chair lift, drag lift"),
        Row(1400...1400, .funicular, name: "Funicular"),
        Row(1500...1507, .taxi, name: "Taxi"),
        Row(1700...1700, .other, name: "Miscellaneous"),
        Row(1702...1702, .other, name: "Horse-drawn carriage"),
    ]
}

extension RouteType {
    /// Every code with a meaning, in ascending order.
    public static var known: [RouteType] {
        table.flatMap { $0.codes.map(RouteType.init(code:)) }
    }

    /// Whether the reference or the extended list defines the code.
    public var isKnown: Bool { row != nil }

    /// Whether the code belongs to the extended list rather than to the reference.
    public var isExtended: Bool { isKnown && code >= 100 }

    /// The means of transport, found in ``table``.
    public var mode: Mode {
        if let row { return row.mode }
        guard code >= 100 else { return .other }
        let family = Self.table.first { $0.codes.lowerBound / 100 == code / 100 }
        return family?.mode ?? .other
    }

    /// The nearest code of the reference, see ``Mode/basicCode``.
    public var basicCode: Int? { mode.basicCode }

    private var row: Row? {
        Self.table.first { $0.codes.contains(code) }
    }
}

extension RouteType: CellDecodable {
    public init?(cell: UnsafeRawBufferPointer) {
        guard let code = CellText.integer(cell) else { return nil }
        self.code = code
    }
}

extension RouteType: CustomStringConvertible {
    /// The code, as the feed writes it.
    public var description: String { String(code) }
}

extension RouteType: Codable {
    public init(from decoder: any Decoder) throws {
        code = try decoder.singleValueContainer().decode(Int.self)
    }

    public func encode(to encoder: any Encoder) throws {
        try code.encode(to: encoder)
    }
}

/// A means of transport, whatever code the feed used for it.
///
/// The raw values are stored in `routes.mode` of a bundle and never change.
public enum Mode: String, CaseIterable, Codable, Sendable {
    /// Trams, streetcars and light rail.
    case tram
    /// Metros and undergrounds.
    case metro
    /// Railways, from suburban to long distance.
    case rail
    /// City and regional buses, school buses, rail replacement.
    case bus
    /// Ferries and other boats.
    case ferry
    /// Street-level cars drawn by a cable under the street, as in San Francisco.
    case cableCar = "cable_car"
    /// Cabins and chairs that hang from a cable.
    case gondola
    /// Railways drawn up a slope by a cable.
    case funicular
    /// Electric buses under two wires.
    case trolleybus
    /// Railways on one rail or beam.
    case monorail
    /// Long-distance buses.
    case coach
    /// Taxis, including shared ones.
    case taxi
    /// Flights.
    case air
    /// Anything else, and codes that no list defines.
    case other

    /// The nearest code of the GTFS reference (0 to 7, 11, 12); 3 (bus) for coaches and taxis. Nil
    /// for ``air`` and ``other``, for which the reference has no code.
    public var basicCode: Int? {
        switch self {
        case .tram: 0
        case .metro: 1
        case .rail: 2
        case .bus, .coach, .taxi: 3
        case .ferry: 4
        case .cableCar: 5
        case .gondola: 6
        case .funicular: 7
        case .trolleybus: 11
        case .monorail: 12
        case .air, .other: nil
        }
    }
}
