import Foundation
public import GTFSSchedule

/// The answers of a ``CannedSource`` about service on demand.
extension CannedSource {
    /// The calls of trips that come to one of some stops on demand: they name the stop, or a group of
    /// stops that has it.
    private func flexibleCalls(at stops: [Stop]) -> [(trip: Trip, call: Call, flex: FlexWindow)] {
        let ids = Set(
            stops.flatMap { [$0, parent(of: $0)] }.compactMap { $0.map { StopID($0.stopID) } })
        let groups = Set(
            locationGroupStops.filter { $0.stopID.map(ids.contains) ?? false }
                .compactMap(\.locationGroupID))
        return trips.flatMap { trip in
            (calls[trip.tripID] ?? []).compactMap { call in
                guard let flex = call.flex else { return nil }
                let isHere =
                    flex.locationGroupID.map { groups.contains(LocationGroupID($0)) }
                    ?? stops.contains { $0.sid == call.stop?.sid }
                return isHere ? (trip, call, flex) : nil
            }
        }
    }

    private func group(of flex: FlexWindow) -> LocationGroup? {
        flex.locationGroupID.map { id in
            var group = LocationGroup()
            group.locationGroupID = LocationGroupID(id)
            group.locationGroupName = flex.locationGroupName
            return group
        }
    }

    private func rule(_ id: String?) -> BookingRule? {
        id.flatMap { id in bookingRules.first { $0.bookingRuleID?.text == id } }
    }

    func route(of trip: Trip) -> Route? {
        allRoutes.first { $0.routeID.exact == trip.routeID?.exact }
    }

    public func flexibleServices(
        at stop: Stop, on date: ServiceDate
    ) async throws -> [FlexibleService] {
        try await give {
            guard isServiceDay(date) else { return [] }
            let start = clock.start(of: date)
            func instant(_ time: ServiceTime?) -> Date? {
                time.map { start.addingTimeInterval(Double($0.seconds)) }
            }
            return flexibleCalls(at: [stop]).map { trip, call, flex in
                FlexibleService(
                    trip: trip, route: route(of: trip), serviceDate: date,
                    stopSequence: call.stopSequence, locationGroup: group(of: flex),
                    windowStart: instant(flex.start), windowEnd: instant(flex.end),
                    timeZone: clock.timeZone, timeZoneName: description.timeZoneName,
                    pickup: call.pickup, dropOff: call.dropOff,
                    pickupBookingRule: rule(flex.pickupBookingRuleID),
                    dropOffBookingRule: rule(flex.dropOffBookingRuleID))
            }
            .sorted {
                let left = $0.windowStart ?? .distantPast
                let right = $1.windowStart ?? .distantPast
                return (left, TripID($0.trip.tripID), $0.stopSequence)
                    < (right, TripID($1.trip.tripID), $1.stopSequence)
            }
        }
    }

    public func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess] {
        try await give {
            var found: [FlexibleAccess] = []
            for (trip, call, flex) in flexibleCalls(at: below([stop])) {
                let access = FlexibleAccess(
                    route: route(of: trip), locationGroup: group(of: flex),
                    windowStart: flex.start, windowEnd: flex.end, pickup: call.pickup,
                    dropOff: call.dropOff, pickupBookingRule: rule(flex.pickupBookingRuleID),
                    dropOffBookingRule: rule(flex.dropOffBookingRuleID))
                if !found.contains(access) { found.append(access) }
            }
            func key(_ access: FlexibleAccess) -> (String, Int, Int) {
                (
                    access.route?.name ?? "", access.windowStart?.seconds ?? -1,
                    access.pickup == .notAvailable ? 1 : 0
                )
            }
            return found.sorted { key($0) < key($1) }
        }
    }

    public func bookingRule(id: String) async throws -> BookingRule {
        try await give {
            try first(bookingRules, kind: "booking rule", id: id, path: { $0.bookingRuleID?.text })
        }
    }
}
