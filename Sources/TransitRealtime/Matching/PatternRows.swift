import BundleCodec
import TransitBundle
import TransitModel

package final class PatternRows {
    package final class Rows {
        package fileprivate(set) var positions: [Int] = []

        package func first(after position: Int) -> Int {
            positions.indices.bisected { positions[$0] > position }
        }
    }

    let atStops: [StopID: Rows]
    let inStations: [StopID: Rows]
    /// Kept alive, because its address identifies it.
    private let pattern: TripTimetable.Pattern

    init(_ pattern: TripTimetable.Pattern) {
        self.pattern = pattern
        func rows(_ id: (TripTimetable.Stop) -> StopID?) -> [StopID: Rows] {
            var found: [StopID: Rows] = [:]
            for (position, stop) in pattern.stops.enumerated() {
                guard let id = id(stop) else { continue }
                let rows = found[id] ?? Rows()
                found[id] = rows
                rows.positions.append(position)
            }
            return found
        }
        atStops = rows { $0.stopID.map { StopID($0) } }
        inStations = rows(\.station)
    }
}

struct RowTimes {
    private let rows: [(position: Int, time: Int)]
    private let isRising: Bool

    init(of trip: TripTimetable, at rows: PatternRows.Rows, isArrival: Bool) {
        let found = rows.positions.compactMap { position in
            (isArrival ? trip.arriving(position) : trip.leaving(position)).map { (position, $0) }
        }
        self.rows = found
        isRising = zip(found, found.dropFirst()).allSatisfy { $0.1 <= $1.1 }
    }

    var first: Int? { rows.first?.time }

    /// The first of equally near positions; positions before `first` are left out.
    func nearest(to time: Int, from first: Int, counting effort: MatchEffort) throws -> Int? {
        let later = rows[rows.indices.bisected { rows[$0].position >= first }...]
        guard isRising else {
            try effort.spend(later.count)
            return later.min { abs($0.time - time) < abs($1.time - time) }?.position
        }
        let behind = later.indices.bisected { later[$0].time >= time }
        guard behind > later.startIndex else { return later.first?.position }
        let before = later[behind - 1].time
        if behind < later.endIndex, later[behind].time - time < time - before {
            return later[behind].position
        }
        return later[later.indices.bisected { later[$0].time >= before }].position
    }
}
