import FeedCompiling
import GTFSSchedule

extension TripView {
    var onDemandCalls: [Int] { calls.indices.filter { calls[$0].extra != 0 } }

    /// The values of a notice about a call on demand, and where it is.
    func placeFields(_ position: Int) -> NoticeFields {
        let extra = extra(position)
        return [
            "csvRowNumber": row(position), "tripId": tripID,
            "locationGroupId": extra.locationGroupID ?? "", "locationId": extra.locationID ?? "",
        ]
    }
}

extension LoadedFeed {
    var hasOnDemandCalls: Bool { calls.columns.extras.count > 1 }
}

extension OnDemandCall {
    var hasWindow: Bool { windowStart != nil || windowEnd != nil }
    var startTime: ServiceTime? { windowStart.map { ServiceTime(seconds: $0) } }
    var endTime: ServiceTime? { windowEnd.map { ServiceTime(seconds: $0) } }
}

struct CallPlaceRule: TripRule {
    static let forbiddenGeographyID = NoticeDefinition(
        "forbidden_geography_id", .error,
        summary: "A row has more than one of `stop_id`, `location_group_id` and `location_id`.",
        why: "Apps cannot tell where riders board.",
        fix: "Keep one of the three fields.",
        reference: "stop_times.txt", fields: "stop_id", "location_group_id", "location_id")
    static let notices: [NoticeDefinition] = [.missingRequiredField, forbiddenGeographyID]
    static let inputs = ["stop_times.txt"]
    static let checksSingleRows = true
    static let reads: TripParts = .calls

    func check(_ trip: TripView, into bin: NoticeBin) {
        for position in trip.calls.indices {
            let call = trip.calls[position]
            if call.stop >= 0 && call.extra == 0 || call.codes.isPassedOver { continue }
            let extra = trip.extra(position)
            let places = [call.stop >= 0, extra.locationGroupID != nil, extra.locationID != nil]
            switch places.count(where: { $0 }) {
            case 1: break
            case 0:
                bin.add(
                    .missingRequiredField, field: "stop_id", of: "stop_times.txt",
                    row: trip.row(position))
            default:
                bin.add(
                    Self.forbiddenGeographyID,
                    [
                        "csvRowNumber": trip.row(position), "stopId": trip.stopID(position),
                        "locationGroupId": extra.locationGroupID,
                        "locationId": extra.locationID,
                    ])
            }
        }
    }
}

/// Where riders must phone for service within a window, the row names a booking rule.
struct CallBookingRule: TripRule {
    static let missingPickupDropOffBookingRuleID = NoticeDefinition(
        "missing_pickup_drop_off_booking_rule_id", .warning,
        summary:
            "A row's pickup or drop-off in a window needs booking (type 2) but names no rule of "
            + "`booking_rules.txt`.",
        why: "Riders cannot tell how to book, and until when.",
        fix: "Set `pickup_booking_rule_id` or `drop_off_booking_rule_id`.",
        reference: "stop_times.txt", fields: "pickup_booking_rule_id", "drop_off_booking_rule_id")
    static let notices: [NoticeDefinition] = [missingPickupDropOffBookingRuleID]
    static let inputs = ["stop_times.txt", "booking_rules.txt"]
    static let reads: TripParts = .calls

    func applies(to feed: LoadedFeed) -> Bool {
        feed.hasOnDemandCalls && feed.state(of: "booking_rules.txt") != .missing
    }

    func check(_ trip: TripView, into bin: NoticeBin) {
        for position in trip.onDemandCalls {
            let extra = trip.extra(position)
            let codes = trip.calls[position].codes
            let pickup = codes[.pickupType]
            let dropOff = codes[.dropOffType]
            let needsPickup =
                pickup == PickupDropOff.phoneAgency.code && extra.windowStart != nil
                && extra.pickupBookingRuleID == nil
            let needsDropOff =
                dropOff == PickupDropOff.phoneAgency.code && extra.windowEnd != nil
                && extra.dropOffBookingRuleID == nil
            for isNeeded in [needsPickup, needsDropOff] where isNeeded {
                bin.add(
                    Self.missingPickupDropOffBookingRuleID,
                    [
                        "csvRowNumber": trip.row(position),
                        "pickupType": pickup.map(CanonicalName.pickupDropOff),
                        "dropOffType": dropOff.map(CanonicalName.pickupDropOff),
                    ])
            }
        }
    }
}

/// A trip that serves a zone by phone has two rows: for boarding and for alighting.
struct LoneCallRule: TripRule {
    static let missingStopTimesRecord = NoticeDefinition(
        "missing_stop_times_record", .error,
        summary:
            "The only stop time of a trip has a window, `pickup_type` 2 and `drop_off_type` 2.",
        why: "Riders need one row to board and another to alight.",
        fix: "Add a second row with the same area and window.",
        reference: "stop_times.txt", fields: "start_pickup_drop_off_window",
        "end_pickup_drop_off_window")
    static let notices: [NoticeDefinition] = [missingStopTimesRecord]
    static let inputs = ["stop_times.txt"]
    static let reads: TripParts = .calls

    func applies(to feed: LoadedFeed) -> Bool { feed.hasOnDemandCalls }

    func check(_ trip: TripView, into bin: NoticeBin) {
        guard trip.count == 1, !trip.isIncomplete else { return }
        let extra = trip.extra(0)
        let codes = trip.calls[0].codes
        let phone = PickupDropOff.phoneAgency.code
        guard extra.windowStart != nil, extra.windowEnd != nil, codes[.pickupType] == phone,
            codes[.dropOffType] == phone
        else { return }
        bin.add(Self.missingStopTimesRecord, trip.placeFields(0))
    }
}
