import BundleCodec
import SystemLayer
import TransitModel

/// Removes the invisible points of a path (Ramer, Douglas and Peucker), without recursion and in
/// pieces of limited length: a shape may have a million points, on a line or scattered.
enum PathThinning {
    /// Longer paths are processed in pieces whose ends stay, so that the worst path takes a
    /// thousand times its length, not the square of its length.
    private static let piece = 1000

    /// In millionths of a degree; longitudes may exceed 180.
    static func thinned(_ points: [Polyline.Place], meters: Double) -> [Polyline.Place] {
        guard points.count > 2 else { return points }
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[0] = true
        isKept[points.count - 1] = true
        var start = 0
        while start < points.count - 1 {
            let end = min(start + piece, points.count - 1)
            isKept[end] = true
            keep(points, from: start, to: end, within: meters, into: &isKept)
            start = end
        }
        return zip(points, isKept).filter(\.1).map(\.0)
    }

    private static func keep(
        _ points: [Polyline.Place], from start: Int, to end: Int, within meters: Double,
        into isKept: inout [Bool]
    ) {
        let plane = Plane(points[start...end])
        var open = [(start, end)]
        while let (from, to) = open.popLast() {
            guard to - from > 1 else { continue }
            let (place, squared) = plane.farthest(from: from, to: to)
            guard squared > meters * meters else { continue }
            isKept[place] = true
            open.append((from, place))
            open.append((place, to))
        }
    }

    /// In meters around the first point.
    private struct Plane {
        private let start: Int
        private let x: [Double]
        private let y: [Double]

        init(_ points: ArraySlice<Polyline.Place>) {
            start = points.startIndex
            let middle = points[points.startIndex]
            let meters = Coordinate.earthRadiusMeters * .pi / 180 / 1e6
            let narrowing = Double.cos(Double(middle.latitude) / 1e6 * .pi / 180)
            x = points.map { Double($0.longitude - middle.longitude) * meters * narrowing }
            y = points.map { Double($0.latitude - middle.latitude) * meters }
        }

        func farthest(from: Int, to: Int) -> (place: Int, squared: Double) {
            let (a, b) = (from - start, to - start)
            let (dx, dy) = (x[b] - x[a], y[b] - y[a])
            let length = dx * dx + dy * dy
            var found = (place: from, squared: -1.0)
            for point in a + 1..<b {
                let (px, py) = (x[point] - x[a], y[point] - y[a])
                let part = length > 0 ? min(max((px * dx + py * dy) / length, 0), 1) : 0
                let (rx, ry) = (px - part * dx, py - part * dy)
                let squared = rx * rx + ry * ry
                if squared > found.squared { found = (start + point, squared) }
            }
            return found
        }
    }
}
