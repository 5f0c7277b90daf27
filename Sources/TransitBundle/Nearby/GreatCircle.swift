import Foundation
import SystemLayer
import TransitModel

/// Distances on the globe.
enum GreatCircle {
    /// From a point to the opposite one: nothing is farther away.
    static let longestMeters = Coordinate.earthRadiusMeters * .pi

    /// A rectangle of `stops_rtree`, in millionths of a degree.
    struct Box: Equatable {
        let south: Int
        let north: Int
        let west: Int
        let east: Int
    }

    /// Boxes that together contain everything within a radius: two if the antimeridian cuts it.
    static func boxes(around centre: Coordinate, radiusMeters: Double) -> [Box] {
        let angle = min(radiusMeters / Coordinate.earthRadiusMeters, .pi)
        // Places in the tree are rounded.
        let margin = 0.000_002
        let south = centre.latitude - degrees(angle) - margin
        let north = centre.latitude + degrees(angle) + margin
        func box(_ west: Double, _ east: Double) -> Box {
            Box(
                south: millionths(max(south, -90)), north: millionths(min(north, 90)),
                west: millionths(west), east: millionths(east))
        }
        // With a pole inside, all longitudes are.
        guard south > -90, north < 90 else { return [box(-180, 180)] }
        let width =
            degrees(Double.asin(min(1, Double.sin(angle) / Double.cos(radians(centre.latitude)))))
            + margin
        let west = centre.longitude - width
        let east = centre.longitude + width
        if width >= 180 { return [box(-180, 180)] }
        if west < -180 { return [box(-180, east), box(west + 360, 180)] }
        if east > 180 { return [box(west, 180), box(-180, east - 360)] }
        return [box(west, east)]
    }

    /// Boxes that together contain a part of the map: two if the antimeridian cuts it.
    static func boxes(of box: BoundingBox) -> [Box] {
        // Places in the tree are rounded.
        let margin = 0.000_002
        func part(_ west: Double, _ east: Double) -> Box {
            Box(
                south: millionths(max(box.south, -90) - margin),
                north: millionths(min(box.north, 90) + margin),
                west: millionths(max(west, -180) - margin),
                east: millionths(min(east, 180) + margin))
        }
        return box.west <= box.east
            ? [part(box.west, box.east)] : [part(box.west, 180), part(-180, box.east)]
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    private static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
    private static func millionths(_ degrees: Double) -> Int {
        Int((degrees * 1_000_000).rounded())
    }
}
