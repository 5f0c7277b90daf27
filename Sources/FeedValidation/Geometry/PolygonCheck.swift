/// Checks that a polygon is valid in the sense of the OGC: closed rings that do not cross, holes
/// inside the outer ring and apart from each other, and a connected interior.
package enum PolygonCheck {
    package enum Verdict: Equatable {
        case fine
        case wrong(String)
        case unknown
    }

    /// The maximum average number of parts with which each part of an outline is compared; real
    /// outlines need a few dozen.
    private static let stepsPerPoint = 2000

    /// A million parts side by side, each as long as the whole area, could take weeks to compare.
    /// Beyond a number of steps per point the result stays unknown.
    package static func verdict(_ polygon: Polygon, stepsPerPoint: Int = stepsPerPoint) -> Verdict {
        var work = PolygonWork(left: polygon.reduce(0) { $0 + $1.count } * stepsPerPoint)
        do throws(PolygonWork.Exhausted) {
            return try fault(polygon, &work).map { .wrong($0) } ?? .fine
        } catch {
            return .unknown
        }
    }

    private static func fault(
        _ polygon: Polygon, _ work: inout PolygonWork
    ) throws(PolygonWork.Exhausted) -> String? {
        for ring in polygon {
            if let fault = ringFault(ring) { return fault }
        }
        let rings = polygon.map { ring -> [PlanePoint] in
            var points: [PlanePoint] = []
            for point in ring {
                let point = PlanePoint(x: point.longitude, y: point.latitude)
                if points.last != point { points.append(point) }
            }
            return points
        }
        guard let shell = rings.first, !shell.isEmpty else {
            return rings.contains { !$0.isEmpty } ? "A polygon has holes but no outline." : nil
        }
        for ring in rings where !ring.isEmpty {
            guard ring.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
                return "A coordinate is not a number."
            }
            guard ring.count >= 4 else { return "A ring has too few different points." }
        }
        var crossings = RingCrossings(rings)
        if let fault = try crossings.fault(&work) { return fault }
        if let fault = try holeFault(rings, &work) { return fault }
        return crossings.touchesCutInside ? "The rings cut the inside into several pieces." : nil
    }

    private static func ringFault(_ ring: Ring) -> String? {
        guard let first = ring.first, let last = ring.last else { return nil }
        guard ring.count > 1 else { return "A ring has only one point." }
        guard first == last else { return "A ring does not end where it begins." }
        guard ring.count >= 3 else { return "A ring has too few points." }
        return nil
    }

    private static func holeFault(
        _ rings: [[PlanePoint]], _ work: inout PolygonWork
    ) throws(PolygonWork.Exhausted) -> String? {
        let holes = rings.dropFirst().filter { !$0.isEmpty }
        for (index, hole) in holes.enumerated() {
            if try side(of: hole, in: rings[0], &work) == .outside {
                return "A hole lies outside the outline."
            }
            for (other, outer) in holes.enumerated() where other != index {
                if try side(of: hole, in: outer, &work) == .inside {
                    return "A hole lies inside another hole."
                }
            }
        }
        return nil
    }

    private enum Side {
        case inside
        case outside
        case border
    }

    /// Takes the first point that is not on the border itself; rings do not cross here.
    private static func side(
        of hole: [PlanePoint], in ring: [PlanePoint], _ work: inout PolygonWork
    ) throws(PolygonWork.Exhausted) -> Side {
        for point in hole {
            try work.take(ring.count)
            let side = side(of: point, in: ring)
            if side != .border { return side }
        }
        return .border
    }

    private static func side(of point: PlanePoint, in ring: [PlanePoint]) -> Side {
        var isInside = false
        for (start, end) in zip(ring, ring.dropFirst()) {
            let turn = ExactOrientation.sign(start, end, point)
            if turn == 0, min(start.x, end.x)...max(start.x, end.x) ~= point.x,
                min(start.y, end.y)...max(start.y, end.y) ~= point.y
            {
                return .border
            }
            guard (start.y > point.y) != (end.y > point.y) else { continue }
            let isLeft = turn > 0
            if isLeft == (end.y > start.y) { isInside.toggle() }
        }
        return isInside ? .inside : .outside
    }
}

struct PolygonWork {
    struct Exhausted: Error {}

    private(set) var left: Int

    mutating func take(_ steps: Int) throws(Exhausted) {
        left -= steps
        guard left >= 0 else { throw Exhausted() }
    }
}
