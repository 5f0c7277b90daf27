public import GTFSSchedule

/// How apps show a mode: a word, a colour, a place in lists.
extension Mode {
    /// The word for riders, such as "Train".
    public var displayName: String {
        switch self {
        case .rail: "Train"
        case .metro: "Metro"
        case .bus: "Bus"
        case .ferry: "Ferry"
        case .tram: "Tram"
        case .cableCar: "Cable car"
        case .gondola: "Gondola"
        case .funicular: "Funicular"
        case .trolleybus: "Trolleybus"
        case .monorail: "Monorail"
        case .coach: "Coach"
        case .taxi: "Taxi"
        case .air: "Air"
        case .other: "Other"
        }
    }

    /// The colour of badges where the feed gives a route none: red for trains, purple for metros,
    /// blue for buses, green for ferries, orange for trams, grey for the rest.
    public var badgeColour: Color {
        switch self {
        case .rail: Color(red: 0xFF, green: 0x3B, blue: 0x30)
        case .metro: Color(red: 0xAF, green: 0x52, blue: 0xDE)
        case .bus: Color(red: 0x00, green: 0x7A, blue: 0xFF)
        case .ferry: Color(red: 0x34, green: 0xC7, blue: 0x59)
        case .tram: Color(red: 0xFF, green: 0x95, blue: 0x00)
        default: Color(red: 0x8E, green: 0x8E, blue: 0x93)
        }
    }

    /// The order of lists: Train, Metro, Bus, Ferry, Tram, then the others by name.
    public static let displayOrder: [Mode] = {
        let first: [Mode] = [.rail, .metro, .bus, .ferry, .tram]
        let others = allCases.filter { !first.contains($0) }
        return first + others.sorted { $0.displayName < $1.displayName }
    }()
}
