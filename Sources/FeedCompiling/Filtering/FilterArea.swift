/// A part of the Earth's surface, in degrees.
package enum FilterArea: Sendable, Equatable {
    /// Between two meridians and two parallels; crosses the antimeridian when `west > east`.
    case box(west: Double, south: Double, east: Double, north: Double)
    /// Inside any of the polygons: rings of (longitude, latitude), the first of each the outline,
    /// the rest holes.
    case polygons([[Ring]])

    package struct Ring: Sendable, Equatable {
        package let points: [Point]

        package init(_ points: [Point]) {
            self.points = points
        }
    }

    package struct Point: Sendable, Equatable {
        package let longitude: Double
        package let latitude: Double

        package init(longitude: Double, latitude: Double) {
            self.longitude = longitude
            self.latitude = latitude
        }
    }

    /// A point on the edge may count as inside or outside.
    package func contains(latitude: Double, longitude: Double) -> Bool {
        switch self {
        case .box(let west, let south, let east, let north):
            let isBetween =
                west <= east
                ? (west...east).contains(longitude) : longitude >= west || longitude <= east
            return isBetween && (south...north).contains(latitude)
        case .polygons(let polygons):
            return polygons.contains { rings in
                // Even-odd over all rings: a hole takes back what the outline gave.
                rings.reduce(false) { $0 != $1.encloses(latitude, longitude) }
            }
        }
    }
}

extension FilterArea.Ring {
    fileprivate func encloses(_ latitude: Double, _ longitude: Double) -> Bool {
        guard var previous = points.last else { return false }
        var isInside = false
        for point in points {
            if (point.latitude > latitude) != (previous.latitude > latitude) {
                let slope =
                    (previous.longitude - point.longitude) / (previous.latitude - point.latitude)
                if longitude < point.longitude + slope * (latitude - point.latitude) {
                    isInside.toggle()
                }
            }
            previous = point
        }
        return isInside
    }
}
