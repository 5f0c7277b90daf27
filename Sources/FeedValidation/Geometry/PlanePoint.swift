/// A point of the plane: degrees, taken as if they were lengths.
struct PlanePoint: Hashable {
    let x: Double
    let y: Double
}

/// A part of a ring between two points that follow each other.
struct RingSegment {
    let start: PlanePoint
    let end: PlanePoint
    /// The number of its ring in the polygon.
    let ring: Int
    /// Its number in the ring.
    let index: Int

    var minX: Double { min(start.x, end.x) }
    var maxX: Double { max(start.x, end.x) }
    var minY: Double { min(start.y, end.y) }
    var maxY: Double { max(start.y, end.y) }
}
