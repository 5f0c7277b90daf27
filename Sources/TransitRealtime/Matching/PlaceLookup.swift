package import TransitBundle
import TransitModel

package final class PlaceLookup {
    private let lookup: any TimetableLookup
    package let effort: MatchEffort
    var mostListed = MatchReport.mostSamples
    private var known: [StopID: [String]] = [:]
    private var patterns: [ObjectIdentifier: PatternRows] = [:]
    private var times: [TimesKey: RowTimes] = [:]
    private var spans: [TripID: ClosedRange<Int>] = [:]

    private struct TimesKey: Hashable {
        let trip: TripID
        let rows: ObjectIdentifier
        let isArrival: Bool
    }

    package init(_ lookup: any TimetableLookup, _ effort: MatchEffort) {
        self.lookup = lookup
        self.effort = effort
    }

    /// The station that the stop is part of, else the stop; nil for an unknown stop.
    package func place(ofStop id: String) throws -> String? { try places(ofStop: id).last }

    func station(ofStop id: String) throws -> StopID? {
        try place(ofStop: id).map { StopID($0) }
    }

    func isPart(_ id: String, of place: String) throws -> Bool {
        try places(ofStop: id).dropFirst().contains { StopID($0) == StopID(place) }
    }

    /// Its station last; empty for an unknown stop.
    func places(ofStop id: String) throws -> [String] {
        if let places = known[StopID(id)] { return places }
        try effort.spend(MatchEffort.question)
        let places = try lookup.places(ofStop: id)
        known[StopID(id)] = places
        return places
    }

    // MARK: Rows of trips

    package func rows(of trip: TripTimetable, at stop: String) throws -> PatternRows.Rows? {
        try rows(of: trip).atStops[StopID(stop)]
    }

    package func rows(of trip: TripTimetable, in station: StopID) throws -> PatternRows.Rows? {
        try rows(of: trip).inStations[station]
    }

    private func rows(of trip: TripTimetable) throws -> PatternRows {
        let key = ObjectIdentifier(trip.pattern)
        if let rows = patterns[key] { return rows }
        try effort.spend(trip.stops.count)
        let rows = PatternRows(trip.pattern)
        patterns[key] = rows
        return rows
    }

    func times(
        of trip: TripTimetable, at rows: PatternRows.Rows, isArrival: Bool
    ) throws -> RowTimes {
        // Most stops are visited once or twice.
        guard rows.positions.count > 8 else {
            return RowTimes(of: trip, at: rows, isArrival: isArrival)
        }
        let key = TimesKey(
            trip: TripID(trip.tripID), rows: ObjectIdentifier(rows), isArrival: isArrival)
        if let times = times[key] { return times }
        try effort.spend(rows.positions.count)
        let made = RowTimes(of: trip, at: rows, isArrival: isArrival)
        times[key] = made
        return made
    }

    func span(of trip: TripTimetable) throws -> ClosedRange<Int> {
        let id = TripID(trip.tripID)
        if let span = spans[id] { return span }
        try effort.spend(trip.stops.count)
        var span: ClosedRange<Int>?
        for position in trip.stops.indices {
            for case let time? in [trip.arriving(position), trip.leaving(position)] {
                span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
            }
        }
        spans[id] = span ?? 0...0
        return span ?? 0...0
    }
}
