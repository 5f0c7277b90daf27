import Foundation
import GRDB
import GTFSSchedule

/// Finds the flexible services that come to a stop or to an area around it.
struct FlexSearch {
    let facts: BundleFacts
    let db: Database

    func services(at stop: Stop, on date: ServiceDate) throws -> [FlexibleService] {
        let groups = Set(
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT location_group_id FROM location_group_stops WHERE stop_id IN (?, ?)
                        """), arguments: [stop.stopID, stop.parentStation]
            ).compactMap { $0.text("location_group_id") })
        let areas = try stop.coordinate.map { try facts.areas.containing($0, db) } ?? []
        var zones = StopZones(agencyZone: facts.agencyZone)
        let zone = try zones.zone(of: stop, db)
        var found: [FlexibleService] = []
        for row in try TripRow.flexible(day: date.dayNumber, db) {
            let clock = ServiceClock(timeZone: facts.zone(ofRoute: row.rid))
            for call in try TripCalls(row, db).all() {
                guard let flex = call.flex, flex.start != nil || flex.end != nil,
                    call.stopID == stop.stopID || flex.locationGroupID.map(groups.contains) == true
                        || flex.locationID.map(areas.contains) == true,
                    let trip = try Trip.find(row.tripID, db)
                else { continue }
                found.append(try service(trip, row, call, flex, date, clock, zone))
            }
        }
        return found.sorted {
            let left = $0.windowStart ?? .distantPast
            let right = $1.windowStart ?? .distantPast
            return (left, $0.trip.tripID, $0.stopSequence) < (
                right, $1.trip.tripID, $1.stopSequence
            )
        }
    }

    private func service(
        _ trip: Trip, _ row: TripRow, _ call: Call, _ flex: FlexWindow, _ date: ServiceDate,
        _ clock: ServiceClock, _ zone: TimeZone
    ) throws -> FlexibleService {
        FlexibleService(
            trip: trip,
            route: try row.rid.flatMap {
                try Route.fetchOne(
                    db.cachedStatement(sql: "SELECT * FROM routes WHERE rid = ?"), arguments: [$0])
            },
            serviceDate: date, stopSequence: call.stopSequence,
            locationGroup: try find("WHERE location_group_id = ?", flex.locationGroupID),
            location: try find("WHERE id = ?", flex.locationID),
            windowStart: flex.start.map { clock.instant(date, $0) },
            windowEnd: flex.end.map { clock.instant(date, $0) }, timeZone: zone,
            pickup: call.pickup, dropOff: call.dropOff,
            pickupBookingRule: try find("WHERE booking_rule_id = ?", flex.pickupBookingRuleID),
            dropOffBookingRule: try find("WHERE booking_rule_id = ?", flex.dropOffBookingRuleID))
    }

    private func find<Value: FeedRow>(_ condition: String, _ id: String?) throws -> Value? {
        guard let id else { return nil }
        return try Value.fetchAll(db, condition + " LIMIT 1", arguments: [id]).first
    }
}
