import GRDB
import TransitModel

/// The path of a trip between two of its calls.
struct TripPath {
    let row: TripRecord
    let facts: BundleFacts
    let db: Database

    /// - Parameters:
    ///   - start: the `stop_sequence` of the first stop.
    ///   - end: the `stop_sequence` of the last stop.
    func coordinates(from start: Int, to end: Int) throws -> [Coordinate] {
        let calls = try TripCalls(row, facts: facts, in: db).all()
        guard let first = calls.firstIndex(where: { $0.stopSequence == start }),
            let last = calls.firstIndex(where: { $0.stopSequence == end }), first <= last
        else {
            throw TransitSourceError.notFound(
                kind: "part of trip \(row.tripID)", id: "\(start) to \(end)")
        }
        guard let shape = try row.shape.flatMap({ try ShapeRows.find(shape: $0, db) }),
            shape.points.count > 1
        else { return calls[first...last].compactMap { $0.stop?.coordinate } }
        let cut = PathCut(shape)
        if let from = calls[first].shapeDistTraveled, let to = calls[last].shapeDistTraveled,
            let start = cut.place(atDistance: from), let end = cut.place(atDistance: to),
            start <= end
        {
            return cut.coordinates(from: start, to: end)
        }
        let placed = calls.enumerated().filter { $0.element.stop?.coordinate != nil }
        if let places = cut.places(of: placed.compactMap { $0.element.stop?.coordinate }),
            let start = placed.firstIndex(where: { $0.offset == first }),
            let end = placed.firstIndex(where: { $0.offset == last })
        {
            return cut.coordinates(from: places[start], to: places[end])
        }
        return calls[first...last].compactMap { $0.stop?.coordinate }
    }
}
