/// Cuts the lines of GeoJSON where they cross the antimeridian (RFC 7946, 3.1.9), so that no map
/// draws them around the Earth.
///
/// Positions that are not on the globe are left out, and so are lines of one position.
package struct GeoJSONLines<Position> {
    /// The last is the one that is being made.
    private var lines: [[Position]] = [[]]
    private var last: (latitude: Double, longitude: Double)?
    private let make: (_ latitude: Double, _ longitude: Double, _ point: Position?) -> Position

    /// `make` gives positions on the antimeridian: those where a line is cut, and those of points
    /// that are there and get its other name, 180 for -180.
    package init(
        _ make: @escaping (_ latitude: Double, _ longitude: Double, _ point: Position?) -> Position
    ) {
        self.make = make
    }

    /// In degrees.
    package mutating func append(_ position: Position, latitude: Double, longitude: Double) {
        guard Globe.contains(latitude: latitude, longitude: longitude) else { return }
        let here = (latitude: latitude, longitude: longitude)
        guard let last, abs(longitude - last.longitude) > 180 else {
            add(position, at: here)
            return
        }
        let edge: Double = last.longitude < 0 ? -180 : 180
        if last == (latitude, edge), longitude == -edge {
            // The feed has cut the line itself.
            lines.append([])
            add(position, at: here)
            return
        }
        if longitude == -edge {
            // The place is on the antimeridian itself, which has two names.
            add(make(latitude, edge, position), at: (latitude, edge))
            return
        }
        if last.longitude == edge, lines[lines.count - 1].count == 1 {
            // So is the first place, which alone is not a line.
            lines[lines.count - 1][0] = make(last.latitude, -edge, lines[lines.count - 1][0])
            add(position, at: here)
            return
        }
        let share = (edge - last.longitude) / (longitude + 2 * edge - last.longitude)
        let crossing = last.latitude + share * (latitude - last.latitude)
        if last.longitude != edge { add(make(crossing, edge, nil), at: (crossing, edge)) }
        lines.append([])
        add(make(crossing, -edge, nil), at: (crossing, -edge))
        add(position, at: here)
    }

    package var complete: [[Position]] { lines.filter { $0.count > 1 } }

    private mutating func add(
        _ position: Position, at place: (latitude: Double, longitude: Double)
    ) {
        lines[lines.count - 1].append(position)
        last = place
    }
}
