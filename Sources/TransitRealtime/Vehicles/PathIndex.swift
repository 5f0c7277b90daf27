import Foundation
package import TransitModel

/// In a tree of boxes: finding the nearest leg takes few comparisons, however long the path is.
package struct PathIndex: Sendable {
    private let segments: [Segment]
    /// The first box contains all; box n contains 2n and 2n + 1. The last half contain some
    /// segments each.
    private let boxes: [Box]

    private struct Segment {
        let start: Coordinate
        let end: Coordinate
        let leg: Int
    }

    private static let segmentsOfBox = 8

    /// A leg of a single point is that place, and one without points is nowhere.
    package init(_ legs: [[Coordinate]]) {
        segments = legs.enumerated().flatMap { leg, points in
            zip(points, points.count > 1 ? points.dropFirst() : points[...])
                .map { Segment(start: $0, end: $1, leg: leg) }
        }
        var leaves = 1
        while leaves * Self.segmentsOfBox < segments.count { leaves *= 2 }
        var boxes = Array(repeating: Box(), count: 2 * leaves)
        for (index, segment) in segments.enumerated() {
            boxes[leaves + index / Self.segmentsOfBox].add(segment.start)
            boxes[leaves + index / Self.segmentsOfBox].add(segment.end)
        }
        for box in (1..<leaves).reversed() {
            boxes[box] = boxes[2 * box].joined(with: boxes[2 * box + 1])
        }
        self.boxes = boxes
    }

    /// The leg nearest to a place (of equally near ones the first), and the meters to it on the
    /// plane that touches the Earth there; nil for a path without points.
    package func nearest(
        to place: Coordinate, counting effort: MatchEffort
    ) throws(CostlyMessage) -> (leg: Int, meters: Double)? {
        let plane = Plane(at: place)
        let leaves = boxes.count / 2
        var best = (squared: Double.infinity, segment: Int.max)
        var open = [(squared: 0.0, box: 1)]
        while let (squared, box) = open.popLast() {
            try effort.spend()
            var first = box
            while first < leaves { first *= 2 }
            first = (first - leaves) * Self.segmentsOfBox
            guard first < segments.count, (squared, first) < best else { continue }
            if box < leaves {
                let halves = [2 * box, 2 * box + 1].map { (plane.squared(to: boxes[$0]), $0) }
                // The nearer one is looked at first, and makes the other one needless most times.
                open += halves[1].0 < halves[0].0 ? halves : halves.reversed()
            } else {
                for index in first..<min(first + Self.segmentsOfBox, segments.count) {
                    let segment = segments[index]
                    let found = (plane.squared(to: segment.start, segment.end), index)
                    if found < best { best = found }
                }
            }
        }
        guard best.segment < segments.count else { return nil }
        return (segments[best.segment].leg, best.squared.squareRoot())
    }

    private struct Box {
        private(set) var south = Double.infinity
        private(set) var north = -Double.infinity
        private(set) var west = Double.infinity
        private(set) var east = -Double.infinity

        mutating func add(_ place: Coordinate) {
            south = min(south, place.latitude)
            north = max(north, place.latitude)
            west = min(west, place.longitude)
            east = max(east, place.longitude)
        }

        func joined(with other: Box) -> Box {
            var box = self
            box.south = min(south, other.south)
            box.north = max(north, other.north)
            box.west = min(west, other.west)
            box.east = max(east, other.east)
            return box
        }
    }

    /// The plane that touches the Earth at a place; all distances are squares of meters from there.
    private struct Plane {
        private let origin: Coordinate
        private let height = Coordinate.earthRadiusMeters * .pi / 180
        private let width: Double

        init(at origin: Coordinate) {
            self.origin = origin
            width = height * cos(origin.latitude * .pi / 180)
        }

        func squared(to start: Coordinate, _ end: Coordinate) -> Double {
            let (start, end) = (point(start), point(end))
            let way = end - start
            let length = (way * way).sum()
            let share = length > 0 ? min(max(-(start * way).sum() / length, 0), 1) : 0
            let foot = start + way * share
            return (foot * foot).sum()
        }

        private func point(_ place: Coordinate) -> SIMD2<Double> {
            // The short way, across the antimeridian if need be.
            let degrees = (place.longitude - origin.longitude).remainder(dividingBy: 360)
            return [degrees * width, (place.latitude - origin.latitude) * height]
        }

        func squared(to box: Box) -> Double {
            let (west, east) = (box.west - origin.longitude, box.east - origin.longitude)
            let turn = (west / 360).rounded() * 360
            // A box that the other side of the earth divides is to the west and to the east.
            let degrees = east - turn < 180 ? max(west - turn, turn - east, 0) : 0
            let far = max(box.south - origin.latitude, origin.latitude - box.north, 0)
            return (degrees * width) * (degrees * width) + (far * height) * (far * height)
        }
    }
}
