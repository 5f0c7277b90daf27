import FeedReading
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

struct FlexibleAccessRow: Encodable {
    let routeID: String?
    let locationGroupID: String?
    let locationGroupName: String?
    let locationID: String?
    let locationName: String?
    let start: String?
    let end: String?
    let pickupType: Int
    let dropOffType: Int
    let pickupBookingRuleID: String?
    let dropOffBookingRuleID: String?

    enum CodingKeys: String, CodingKey {
        case routeID = "route_id"
        case locationGroupID = "location_group_id"
        case locationGroupName = "location_group_name"
        case locationID = "location_id"
        case locationName = "location_name"
        case start = "start_pickup_drop_off_window"
        case end = "end_pickup_drop_off_window"
        case pickupType = "pickup_type"
        case dropOffType = "drop_off_type"
        case pickupBookingRuleID = "pickup_booking_rule_id"
        case dropOffBookingRuleID = "drop_off_booking_rule_id"
    }

    init(_ access: FlexibleAccess) {
        routeID = access.route?.routeID
        locationGroupID = access.locationGroup?.locationGroupID?.text
        locationGroupName = access.locationGroup?.locationGroupName
        locationID = access.location?.id?.text
        locationName = access.location?.stopName
        start = access.windowStart?.description
        end = access.windowEnd?.description
        pickupType = access.pickup.code
        dropOffType = access.dropOff.code
        pickupBookingRuleID = access.pickupBookingRule?.bookingRuleID?.text
        dropOffBookingRuleID = access.dropOffBookingRule?.bookingRuleID?.text
    }
}

extension BookingRule {
    var json: JSONValue {
        func number(_ value: Int?) -> JSONValue? { value.map { .integer($0) } }
        func text(_ value: String?) -> JSONValue? { value.map { .string($0) } }
        let members: [String: JSONValue?] = [
            "booking_rule_id": text(bookingRuleID?.text),
            "booking_type": number(bookingType?.code),
            "prior_notice_duration_min": number(priorNoticeDurationMin),
            "prior_notice_duration_max": number(priorNoticeDurationMax),
            "prior_notice_last_day": number(priorNoticeLastDay),
            "prior_notice_last_time": text(priorNoticeLastTime?.description),
            "prior_notice_start_day": number(priorNoticeStartDay),
            "prior_notice_start_time": text(priorNoticeStartTime?.description),
            "prior_notice_service_id": text(priorNoticeServiceID?.text),
            "message": text(message), "pickup_message": text(pickupMessage),
            "drop_off_message": text(dropOffMessage), "phone_number": text(phoneNumber?.text),
            "info_url": text(infoURL?.text), "booking_url": text(bookingURL?.text),
        ]
        return JSONValue(members.compactMapValues { $0 })
    }
}
