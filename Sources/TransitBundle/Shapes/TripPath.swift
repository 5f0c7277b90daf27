package import TransitModel

/// Cut at calls. What the cuts need of the whole trip is computed once, however many are requested.
package struct TripPath {
    private let calls: [Call]
    private let cut: PathCut?

    package init(_ calls: [Call], along shape: TripShape?) {
        self.calls = calls
        cut = shape.flatMap { $0.points.count > 1 ? PathCut($0) : nil }
    }

    /// By call; empty where the path does not determine places.
    private lazy var nearest: [Int: PathCut.Place] = {
        let placed = calls.indices.filter { calls[$0].stop?.coordinate != nil }
        let places = cut?.places(of: placed.compactMap { calls[$0].stop?.coordinate })
        return Dictionary(uniqueKeysWithValues: zip(placed, places ?? []))
    }()

    package mutating func coordinates(from first: Int, to last: Int) -> [Coordinate] {
        if let cut {
            if let from = calls[first].shapeDistTraveled, let to = calls[last].shapeDistTraveled,
                let start = cut.place(atDistance: from), let end = cut.place(atDistance: to),
                start <= end
            {
                return cut.coordinates(from: start, to: end)
            }
            if let start = nearest[first], let end = nearest[last] {
                return cut.coordinates(from: start, to: end)
            }
        }
        return calls[first...last].compactMap { $0.stop?.coordinate }
    }
}
