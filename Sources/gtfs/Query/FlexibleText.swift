import TransitBundle

enum FlexibleText {
    private static let most = 3

    static func remark(_ access: [FlexibleAccess], at stopID: String) -> String? {
        var seen: Set<String> = []
        let services = access.filter { $0.pickup != .notAvailable }.map { access in
            [
                access.route.map(\.name) ?? "a route", "(" + place(access) + ",",
                window(access.windowStart, access.windowEnd) + ")",
            ].joined(separator: " ")
        }.filter { seen.insert($0).inserted }
        guard !services.isEmpty else { return nil }
        let others = services.count > most ? " and \(services.count - most) more" : ""
        return "\(stopID) is also served on demand, without scheduled departures: "
            + services.prefix(most).joined(separator: "; ") + others
            + "; `gtfs query stop` says how to book"
    }

    static func lines(_ access: [FlexibleAccess], in bundle: TransitBundle) async throws -> [String]
    {
        guard !access.isEmpty else { return [] }
        var table = TextTable([], rightAligned: [])
        for access in access {
            table.add([
                access.route.map(\.name) ?? "", place(access),
                window(access.windowStart, access.windowEnd),
                use(pickup: access.pickup, dropOff: access.dropOff),
                booking(
                    pickup: access.pickupBookingRule?.bookingRuleID?.text,
                    dropOff: access.dropOffBookingRule?.bookingRuleID?.text),
            ])
        }
        return ["On demand (\(access.count))"] + table.lines
            + (try await BookingText.lines(bookingRules(access), in: bundle))
    }

    static func bookingRules(_ access: [FlexibleAccess]) -> [BookingRule] {
        Set(access.flatMap { [$0.pickupBookingRule, $0.dropOffBookingRule] }.compactMap { $0 })
            .sorted { ($0.bookingRuleID?.text ?? "") < ($1.bookingRuleID?.text ?? "") }
    }

    static func bookingRules(of calls: [Call], in bundle: TransitBundle) async throws
        -> [BookingRule]
    {
        let ids = Set(
            calls.flatMap { [$0.flex?.pickupBookingRuleID, $0.flex?.dropOffBookingRuleID] }
                .compactMap { $0?.exact })
        var rules: [BookingRule] = []
        for id in ids.sorted() {
            do {
                rules.append(try await bundle.bookingRule(id: id.text))
            } catch TransitSourceError.notFound {
                // A rule that the feed does not define appears only by its id.
                continue
            }
        }
        return rules
    }

    static func lines(_ trip: Timetable.FlexibleTrip) -> [String] {
        var table = TextTable([], rightAligned: [0])
        for call in trip.calls { table.add(["\(call.stopSequence)"] + cells(call)) }
        let headsign = trip.headsign.map { ", to \($0)" } ?? ""
        return ["On demand: trip \(trip.tripID)\(headsign)"] + table.lines
    }

    static func cells(_ call: Call) -> [String] {
        let times = [call.arrival, call.departure].compactMap { $0?.description }
        return [
            place(call),
            call.flex.flatMap { $0.start == nil && $0.end == nil ? nil : $0 }
                .map { window($0.start, $0.end) } ?? times.last ?? "",
            use(pickup: call.pickup, dropOff: call.dropOff),
            booking(
                pickup: call.flex?.pickupBookingRuleID, dropOff: call.flex?.dropOffBookingRuleID),
        ]
    }

    static func place(_ call: Call) -> String {
        let flex = call.flex
        return named(call.stop?.stopName, call.stopID)
            ?? named(flex?.locationGroupName, flex?.locationGroupID)
            ?? named(flex?.locationName, flex?.locationID) ?? ""
    }

    private static func place(_ access: FlexibleAccess) -> String {
        named(access.locationGroup?.locationGroupName, access.locationGroup?.locationGroupID?.text)
            ?? named(access.location?.stopName, access.location?.id?.text) ?? "at the stop"
    }

    private static func named(_ name: String?, _ id: String?) -> String? {
        id.map { id in name.map { "\($0) (\(id))" } ?? id }
    }

    static func window(_ start: ServiceTime?, _ end: ServiceTime?) -> String {
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

    private static func booking(pickup: String?, dropOff: String?) -> String {
        switch (pickup, dropOff) {
        case (let pickup?, let dropOff?) where pickup != dropOff:
            "book by \(pickup), \(dropOff) for the drop-off"
        case (let rule?, _), (nil, let rule?): "book by \(rule)"
        case (nil, nil): ""
        }
    }
}
