import Foundation
package import TransitModel

extension Coordinate {
    /// Meters to the nearest place of a path, on the plane that touches the earth here; infinite for a path
    /// without points.
    package func meters(toPath path: some Sequence<Coordinate>) -> Double {
        let height = Self.earthRadiusMeters * .pi / 180
        let width = height * cos(latitude * .pi / 180)
        func plane(_ place: Coordinate) -> SIMD2<Double> {
            // The short way, across the antimeridian if need be.
            let degrees = (place.longitude - longitude).remainder(dividingBy: 360)
            return [degrees * width, (place.latitude - latitude) * height]
        }
        var nearest = Double.infinity
        var before: SIMD2<Double>?
        for point in path {
            let end = plane(point)
            let start = before ?? end
            let way = end - start
            let length = (way * way).sum()
            let share = length > 0 ? min(max(-(start * way).sum() / length, 0), 1) : 0
            let foot = start + way * share
            nearest = min(nearest, (foot * foot).sum())
            before = end
        }
        return nearest.squareRoot()
    }
}
