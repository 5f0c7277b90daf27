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
    /// Taxis, also shared ones.
    case taxi
    /// Flights.
    case air
    /// Anything else, and codes that no list defines.
    case other

    /// The code of the GTFS reference (0 to 7, 11, 12) that comes nearest: 3 (bus) for coaches and
    /// taxis. Nil for ``air`` and ``other``, which the reference has no code for.
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
