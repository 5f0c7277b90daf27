#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The shortest way between two places, as the S2 library computes with it.
package struct SphereEdge {
    let start: SpherePoint
    let end: SpherePoint

    @inline(__always)
    package init(_ start: SpherePoint, _ end: SpherePoint) {
        self.start = start
        self.end = end
    }

    /// The place of the edge that is nearest to a point.
    @inline(__always)
    package func closest(to point: SpherePoint) -> SpherePoint {
        // Twice the cross product of the ends; of this form it is exact for ends close together.
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

    /// The place at a fraction of the way.
    package func point(at fraction: Double) -> SpherePoint {
        let length = start.angle(end)
        // Within rounding the ends are the same place, and the formula below would divide by zero.
        if length <= 1e-15 || fraction == 0 { return start }
        if fraction == 1 { return end }
        let part = fraction * length
        let toEnd = sin(part) / sin(length)
        let toStart = cos(part) - toEnd * cos(length)
        return (start * toStart + end * toEnd).normalized
    }
}
