import GTFSSchedule

/// Which columns of a file hold the fields of `stop_times.txt`; `Int.max` for missing ones.
package struct StopTimeColumns {
    package let trip: Int
    package let arrival: Int
    package let departure: Int
    package let stop: Int
    package let sequence: Int
    package let headsign: Int
    package let pickup: Int
    package let dropOff: Int
    package let continuousPickup: Int
    package let continuousDropOff: Int
    package let distance: Int
    package let timepoint: Int
    package let locationGroup: Int
    package let location: Int
    package let windowStart: Int
    package let windowEnd: Int
    package let pickupBookingRule: Int
    package let dropOffBookingRule: Int
    var unknown: [Int] = []

    /// The first of columns with the same name counts.
    package init(_ header: [String]) {
        func column(_ name: String) -> Int { header.firstIndex(of: name) ?? Int.max }
        trip = column("trip_id")
        arrival = column("arrival_time")
        departure = column("departure_time")
        stop = column("stop_id")
        sequence = column("stop_sequence")
        headsign = column("stop_headsign")
        pickup = column("pickup_type")
        dropOff = column("drop_off_type")
        continuousPickup = column("continuous_pickup")
        continuousDropOff = column("continuous_drop_off")
        distance = column("shape_dist_traveled")
        timepoint = column("timepoint")
        locationGroup = column("location_group_id")
        location = column("location_id")
        windowStart = column("start_pickup_drop_off_window")
        windowEnd = column("end_pickup_drop_off_window")
        pickupBookingRule = column("pickup_booking_rule_id")
        dropOffBookingRule = column("drop_off_booking_rule_id")
    }

    var flex: [Int] {
        [locationGroup, location, windowStart, windowEnd, pickupBookingRule, dropOffBookingRule]
    }
}
