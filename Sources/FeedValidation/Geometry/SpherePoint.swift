import CTrigonometry
import SystemLayer

/// A place on Earth as a vector of length 1, so that poles and the antimeridian are not special
/// cases for points and edges of shapes.
///
/// The formulas are those of the S2 library, operation by operation, because their results are
/// compared with thresholds of the canonical validator.
package struct SpherePoint: BitwiseCopyable, Equatable {
    package var x: Double
    package var y: Double
    package var z: Double

    @inline(__always)
    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    package init(latitude: Double, longitude: Double) {
        self.init(Earth.Place(latitude: latitude, longitude: longitude))
    }

    init(_ place: Earth.Place) {
        let (sinTheta, cosTheta) = Double.sinCos(place.theta)
        self.init(x: cosTheta * place.cosPhi, y: sinTheta * place.cosPhi, z: place.sinPhi)
    }

    /// Degrees north.
    package var latitude: Double {
        Double.atan2(y: z + 0.0, x: (x * x + y * y).squareRoot()) * Earth.degreesPerRadian
    }
    /// Degrees east.
    package var longitude: Double { Double.atan2(y: y + 0.0, x: x + 0.0) * Earth.degreesPerRadian }

    @inline(__always)
    static func + (left: SpherePoint, right: SpherePoint) -> SpherePoint {
        SpherePoint(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    @inline(__always)
    static func - (left: SpherePoint, right: SpherePoint) -> SpherePoint {
        SpherePoint(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    @inline(__always)
    static func * (left: SpherePoint, factor: Double) -> SpherePoint {
        SpherePoint(x: left.x * factor, y: left.y * factor, z: left.z * factor)
    }

    @inline(__always)
    func dot(_ other: SpherePoint) -> Double { x * other.x + y * other.y + z * other.z }

    @inline(__always)
    func cross(_ other: SpherePoint) -> SpherePoint {
        SpherePoint(
            x: y * other.z - z * other.y, y: z * other.x - x * other.z,
            z: x * other.y - y * other.x)
    }

    @inline(__always)
    var norm2: Double { x * x + y * y + z * z }

    @inline(__always)
    var normalized: SpherePoint {
        let norm = norm2.squareRoot()
        return self * (norm == 0 ? 0 : 1 / norm)
    }

    /// The square of the straight-line distance through the Earth, which grows with the distance on
    /// its surface.
    @inline(__always)
    func chord2(_ other: SpherePoint) -> Double { (self - other).norm2 }

    func angle(_ other: SpherePoint) -> Double {
        Double.atan2(y: cross(other).norm2.squareRoot(), x: dot(other))
    }
}

/// The shortest way, as the S2 library computes it.
package struct SphereEdge {
    let start: SpherePoint
    let end: SpherePoint

    @inline(__always)
    package init(_ start: SpherePoint, _ end: SpherePoint) {
        self.start = start
        self.end = end
    }

    @inline(__always)
    package func closest(to point: SpherePoint) -> SpherePoint {
        // Twice the cross product of the ends; this form is exact for ends close together.
        let normal = (end + start).cross(end - start)
        let square = normal.norm2
        // Ends that are the same place have no great circle: one of them is nearest.
        if square > 0 {
            let foot = point - normal * (point.dot(normal) / square)
            if start.dot(foot.cross(normal)) > 0, end.dot(normal.cross(foot)) > 0 {
                return foot.normalized
            }
        }
        return point.chord2(start) <= point.chord2(end) ? start : end
    }

    package func point(at fraction: Double) -> SpherePoint {
        let length = start.angle(end)
        // Within rounding, the ends are the same place, and the formula below would divide by zero.
        if length <= 1e-15 || fraction == 0 { return start }
        if fraction == 1 { return end }
        let part = fraction * length
        let toEnd = Double.sin(part) / Double.sin(length)
        let toStart = Double.cos(part) - toEnd * Double.cos(length)
        return (start * toStart + end * toEnd).normalized
    }
}

package enum Earth {
    static let radiusMeters = 6_371_010.0
    static let radiansPerDegree = Double.pi / 180
    static let degreesPerRadian = 180 / Double.pi

    package static func meters(
        fromLatitude latitude1: Double, longitude longitude1: Double, toLatitude latitude2: Double,
        longitude longitude2: Double
    ) -> Double {
        meters(
            Place(latitude: latitude1, longitude: longitude1),
            Place(latitude: latitude2, longitude: longitude2))
    }

    /// In radians, with values that are used more than once.
    struct Place {
        let phi: Double
        let theta: Double
        let sinPhi: Double
        let cosPhi: Double

        init(latitude: Double, longitude: Double) {
            phi = latitude * radiansPerDegree
            theta = longitude * radiansPerDegree
            (sinPhi, cosPhi) = Double.sinCos(phi)
        }
    }

    static func meters(_ one: Place, _ other: Place) -> Double {
        let north = Double.sin(0.5 * (other.phi - one.phi))
        let east = Double.sin(0.5 * (other.theta - one.theta))
        let square = north * north + east * east * one.cosPhi * other.cosPhi
        return 2 * Double.asin(min(1, square).squareRoot()) * radiusMeters
    }

    package static func meters(_ one: SpherePoint, _ other: SpherePoint) -> Double {
        one.angle(other) * radiusMeters
    }

    /// The straight-line distance is through the Earth.
    static func chord2(meters: Double) -> Double {
        let half = Double.sin(0.5 * min(meters / radiusMeters, Double.pi))
        return 4 * half * half
    }
}

extension Double {
    /// Identical to the results of `sin` and `cos`.
    static func sinCos(_ angle: Double) -> (sine: Double, cosine: Double) {
        var both = (sine: 0.0, cosine: 0.0)
        gtfs_sine_and_cosine(angle, &both.sine, &both.cosine)
        return both
    }
}
