import TransitBundle

/// The stations of stops, each asked for once.
final class PlaceLookup {
    private let lookup: any TimetableLookup
    private var known: [String: [String]] = [:]

    init(_ lookup: any TimetableLookup) {
        self.lookup = lookup
    }

    /// The `stop_id` of the station that a stop is part of, else its own; nil for an unknown stop.
    func place(ofStop id: String) throws -> String? { try places(ofStop: id).last }

    /// Whether a stop is part of a place.
    func isPart(_ id: String, of place: String) throws -> Bool {
        try places(ofStop: id).dropFirst().contains(place)
    }

    /// A stop and the places that it is part of, its station last; none for an unknown stop.
    func places(ofStop id: String) throws -> [String] {
        if let places = known[id] { return places }
        let places = try lookup.places(ofStop: id)
        known[id] = places
        return places
    }
}
