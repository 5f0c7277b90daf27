import FeedReading
import GTFSRealtime
import GTFSSchedule
import TransitBundle
import TransitModel
import TransitRealtime

struct TripCheck {
    enum Place {
        case update, vehicle, alert
    }

    let log: CheckLog
    let named: NamedThings
    let facts: FeedFacts?

    func check(_ trip: TripDescriptor, of place: Place, in part: MessagePart) throws {
        Self.check(start: trip.startTime, date: trip.startDate, log, in: part)
        checkName(trip, of: place, in: part)
        if trip.scheduleRelationship == .added, place != .alert {
            log.note(.addedIsDeprecated, in: part)
        }
        // In an alert's trip it has no meaning.
        if trip.scheduleRelationship == nil, place != .alert {
            log.note(.w009, in: part, ["part": "trip"])
        }
        if let facts { try check(trip, of: place, in: part, beside: facts) }
    }

    private func checkName(_ trip: TripDescriptor, of place: Place, in part: MessagePart) {
        let hasID = UsableValues.id(trip.tripID) != nil
        if let modified = trip.modifiedTrip {
            let others: [Any?] = [
                trip.tripID, trip.routeID, trip.directionID, trip.startTime, trip.startDate,
            ]
            let ids = [modified.modificationsID, modified.affectedTripID]
            if others.contains(where: { $0 != nil }) || ids.contains(where: { $0 == nil }) {
                log.note(
                    .modifiedTrip, in: part,
                    [
                        "modificationsId": modified.modificationsID,
                        "affectedTripId": modified.affectedTripID,
                    ])
            }
            return
        }
        guard !hasID else { return }
        log.note(.w006, in: part)
        // An alert may name all trips of a route that way.
        guard place != .alert else { return }
        let isWhole =
            UsableValues.id(trip.routeID) != nil && trip.directionID != nil
            && trip.startDate != nil && trip.startTime != nil
        let isPlanned =
            switch trip.scheduleRelationship {
            case nil, .scheduled?, .canceled?, .deleted?, .replacement?: true
            default: false
            }
        if !isWhole || !isPlanned { log.note(.unnamedTrip, in: part) }
    }

    // MARK: Beside the feed

    private func check(
        _ trip: TripDescriptor, of place: Place, in part: MessagePart, beside facts: FeedFacts
    ) throws {
        let route = UsableValues.id(trip.routeID)
        if let route, facts.routes[RouteID(route)] == nil {
            log.note(.e004, in: part, ["routeId": route])
        }
        guard let id = UsableValues.id(trip.tripID) else { return }
        guard let known = facts.trip(id) else {
            if !mayBeUnknown(trip, of: place) { log.note(.e003, in: part) }
            return
        }
        if trip.scheduleRelationship == .added || trip.scheduleRelationship == .new {
            log.note(.e016, in: part)
        }
        if let route, let own = known.routeID, !own.utf8.elementsEqual(route.utf8) {
            log.note(.e035, in: part, ["routeId": route, "expected": own])
        }
        if let direction = trip.directionID, let own = known.directionID, own != Int(direction) {
            log.note(.e024, in: part, ["directionId": Int(direction), "expected": own])
        }
        try checkStart(trip, known, of: place, in: part)
    }

    private func mayBeUnknown(_ trip: TripDescriptor, of place: Place) -> Bool {
        switch trip.scheduleRelationship {
        case .added?, .new?: return true
        case .duplicated? where place != .update: return true
        default: break
        }
        // A vehicle of a trip that an update adds, or an alert about it.
        guard place != .update, let id = trip.tripID.map({ TripID($0) }) else { return false }
        return named.added.contains(id) || named.copies.contains(id)
    }

    private func checkStart(
        _ trip: TripDescriptor, _ known: TripTimetable, of place: Place, in part: MessagePart
    ) throws {
        let start = UsableValues.time(trip.startTime)
        if let intervals = known.intervals {
            try log.effort.spend(intervals.count)
            if place != .alert, trip.startTime == nil || trip.startDate == nil {
                log.note(known.hasHeadwayOnly ? .e006 : .unnamedHeadway, in: part)
            }
            if place != .alert, known.hasHeadwayOnly, let given = trip.scheduleRelationship,
                given != .unscheduled
            {
                log.note(.e013, in: part, ["scheduleRelationship": given.description])
            }
            if known.hasExactHeadway, let start,
                RunMatcher.interval(of: intervals, at: start) == nil
            {
                log.note(place == .alert ? .offHeadway : .e019, in: part)
            }
            return
        }
        // A copy has a start of its own.
        guard place != .alert, trip.scheduleRelationship != .duplicated, let start,
            let first = known.arrival(0) ?? known.departure(0), first != start
        else { return }
        log.note(.e023, in: part, ["expected": ServiceTime(seconds: first)])
    }

    static func check(start: String?, date: String?, _ log: CheckLog, in part: MessagePart) {
        if let start, !isTime(start) { log.note(.e020, in: part) }
        if let date, UsableValues.day(date) == nil { log.note(.e021, in: part) }
    }

    private static func isTime(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].count <= 2 && UsableValues.time(text) != nil
    }
}
