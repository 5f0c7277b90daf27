import TransitBundle

/// Service on demand as text: where and when vehicles come, and how to book.
enum OnDemandText {
    static func remark(_ access: [FlexibleAccess], at stopID: String) -> String? {
        var services: [String] = []
        for access in access where access.pickup != .notAvailable {
            let service =
                "\(access.route?.name ?? "a route") (\(place(access)), \(window(access)))"
            if !services.contains(service) { services.append(service) }
        }
        guard !services.isEmpty else { return nil }
        return "\(stopID) is also served on demand, without scheduled departures: "
            + services.listed(by: "; ") + "; `gtfs query stop` says how to book"
    }

    static func lines(
        _ access: [FlexibleAccess], in bundle: TransitBundle
    ) async throws -> [String] {
        guard !access.isEmpty else { return [] }
        let columns: [TextColumn<FlexibleAccess>] = [
            .init { $0.route?.name }, .init { place($0) }, .init { window($0) },
            .init { use(pickup: $0.pickup, dropOff: $0.dropOff) },
            .init {
                booking(
                    pickup: $0.pickupBookingRule?.bookingRuleID?.text,
                    dropOff: $0.dropOffBookingRule?.bookingRuleID?.text)
            },
        ]
        let rules = Set(access.flatMap { [$0.pickupBookingRule, $0.dropOffBookingRule] })
            .compactMap { $0 }.sorted { $0.id < $1.id }
        return ["On demand (\(access.count))"] + TextTable(access, columns).lines
            + (try await BookingText.lines(rules, in: bundle))
    }

    static func lines(_ trip: Timetable.FlexibleTrip) -> [String] {
        let headsign = trip.headsign.map { ", to \($0)" } ?? ""
        let number = TextColumn<Call>("", .right) { "\($0.stopSequence)" }
        return ["On demand: trip \(trip.tripID)\(headsign)"]
            + TextTable(trip.calls, [number] + ofCalls).lines
    }

    static var ofCalls: [TextColumn<Call>] {
        [
            .init { call in
                let flex = call.flex
                return named(call.stop?.stopName, call.stopID)
                    ?? named(flex?.locationGroupName, flex?.locationGroupID)
                    ?? named(flex?.locationName, flex?.locationID)
            },
            .init { call in
                guard let flex = call.flex, flex.start != nil || flex.end != nil else {
                    return (call.departure ?? call.arrival)?.description
                }
                return window(flex.start, flex.end)
            },
            .init { use(pickup: $0.pickup, dropOff: $0.dropOff) },
            .init {
                booking(
                    pickup: $0.flex?.pickupBookingRuleID, dropOff: $0.flex?.dropOffBookingRuleID)
            },
        ]
    }

    private static func place(_ access: FlexibleAccess) -> String {
        named(access.locationGroup?.locationGroupName, access.locationGroup?.locationGroupID?.text)
            ?? named(access.location?.stopName, access.location?.id?.text) ?? "at the stop"
    }

    private static func named(_ name: String?, _ id: String?) -> String? {
        id.map { id in name.map { "\($0) (\(id))" } ?? id }
    }

    private static func window(_ access: FlexibleAccess) -> String {
        window(access.windowStart, access.windowEnd)
    }

    private static func window(_ start: ServiceTime?, _ end: ServiceTime?) -> String {
        guard start != nil || end != nil else { return "at any time" }
        return "\(start?.description ?? "...") to \(end?.description ?? "...")"
    }

    private static func use(pickup: PickupDropOff, dropOff: PickupDropOff) -> String {
        switch (pickup == .notAvailable, dropOff == .notAvailable) {
        case (false, false): "pick-up and drop-off"
        case (false, true): "pick-up"
        case (true, false): "drop-off"
        case (true, true): "neither pick-up nor drop-off"
        }
    }

    private static func booking(pickup: String?, dropOff: String?) -> String? {
        guard let pickup, let dropOff, pickup != dropOff else {
            return (pickup ?? dropOff).map { "book by \($0)" }
        }
        return "book by \(pickup), \(dropOff) for the drop-off"
    }
}
