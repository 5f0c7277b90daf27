package import FeedReading

/// A part of a feed that a bundle can do without: `--without`.
package enum FeedPart: String, Sendable, CaseIterable {
    case shapes
    case fares
    case transfers
    case pathways
    case translations
    case attributions
    case flex
    case distances

    /// The parts with these names, in any case.
    package static func parts(_ names: [String]) throws(UnusableValue) -> Set<FeedPart> {
        let parts = names.compactMap { FeedPart(rawValue: $0.lowercased()) }
        guard !parts.isEmpty, parts.count == names.count else {
            throw UnusableValue("want some of \(words)")
        }
        return Set(parts)
    }

    /// All names, for messages.
    package static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The files that are not read then.
    package var files: [String] {
        switch self {
        case .shapes: ["shapes.txt"]
        case .fares:
            [
                "fare_attributes.txt", "fare_rules.txt", "timeframes.txt", "rider_categories.txt",
                "fare_media.txt", "fare_products.txt", "fare_leg_rules.txt",
                "fare_leg_join_rules.txt", "fare_transfer_rules.txt", "areas.txt",
                "stop_areas.txt", "networks.txt", "route_networks.txt",
            ]
        case .transfers: ["transfers.txt"]
        case .pathways: ["pathways.txt"]
        case .translations: ["translations.txt"]
        case .attributions: ["attributions.txt"]
        case .flex:
            [
                "locations.geojson", "location_groups.txt", "location_group_stops.txt",
                "booking_rules.txt",
            ]
        // Not a file but a column of two. It is read anyway: interpolation of times uses it.
        case .distances: []
        }
    }
}
