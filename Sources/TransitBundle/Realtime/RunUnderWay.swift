import BundleCodec
import Foundation
import SQLiteLayer
import TransitModel

package struct RunUnderWay: Hashable, Sendable {
    package let tripID: String
    package let routeID: String?
    /// In days since 1970-01-01.
    package let day: Int
    /// For a trip of `frequencies.txt`, in seconds of the service day.
    package let start: Int?

    package init(tripID: String, routeID: String?, day: Int, start: Int?) {
        self.tripID = tripID
        self.routeID = routeID
        self.day = day
        self.start = start
    }
}

extension TransitBundle {
    /// According to the timetable, in seconds since 1970.
    package func runsUnderWay(at moment: Int) async throws -> [RunUnderWay] {
        let facts = facts
        return try await question { db in
            try BundleTimetables(facts: facts, db: db).runsUnderWay(at: moment)
        }
    }
}

extension BundleTimetables {
    /// More simultaneous runs of one headway are not counted.
    private static let mostOfHeadway = 1000

    func runsUnderWay(at moment: Int) throws -> [RunUnderWay] {
        guard let days = facts.serviceDays else { return [] }
        let frequencies = facts.frequencies
        let latest =
            facts.lastTimestamp + (frequencies.headways.isEmpty ? 0 : frequencies.lastEnd)
        var found: [(trip: TripRecord, day: Int, start: Int?)] = []
        for zone in facts.zones {
            let clock = ServiceClock(timeZone: zone.timeZone)
            let today = clock.date(at: Date(timeIntervalSince1970: Double(moment)))
            let first = today.adding(days: -(latest / ServiceTime.secondsPerDay + 1))
            var date = max(first, days.lowerBound)
            while date <= min(today.adding(days: 1), days.upperBound) {
                let second = moment - clock.startSeconds(of: date)
                if second >= 0 {
                    let services = try facts.activeServices.keys(on: date, db)
                    try add(&found, at: second, of: date.dayNumber, services, in: zone)
                }
                if date == .latest { break }
                date = date.adding(days: 1)
            }
        }
        let routes = try routes(of: Set(found.compactMap(\.trip.rid)))
        return found.map { trip, day, start in
            RunUnderWay(
                tripID: trip.tripID, routeID: trip.rid.flatMap { routes[$0] }, day: day,
                start: start)
        }
    }

    private func add(
        _ found: inout [(trip: TripRecord, day: Int, start: Int?)], at second: Int, of day: Int,
        _ services: Set<Int64>, in zone: NamedTimeZone
    ) throws {
        let frequencies = facts.frequencies
        for trip in try TripRecord.underWay(at: second, services: services, in: db)
        where frequencies.headways[trip.trip] == nil && facts.zone(ofRoute: trip.rid) == zone {
            if let times = trip.times, second <= times.end { found.append((trip, day, nil)) }
        }
        let repeated = frequencies.headways.filter { _, headways in
            headways.contains { $0.start <= second }
        }
        guard !repeated.isEmpty else { return }
        for trip in try TripRecord.withKeys(Array(repeated.keys), services: services, in: db)
        where facts.zone(ofRoute: trip.rid) == zone {
            guard let times = trip.times else { continue }
            let takes = max(times.end - times.start, 0)
            let runs = frequencies.runs(
                of: trip.trip, startingIn: second - takes..<second + 1, most: Self.mostOfHeadway)
            for start in runs.flatMap(\.starts) { found.append((trip, day, start)) }
        }
    }
}
