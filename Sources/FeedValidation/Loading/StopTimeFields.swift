import GTFSSchedule

/// The places of the fields of `stop_times.txt`: in its table, or in a file.
struct StopTimeFields {
    var trip = StopTime.table.index("trip_id")
    var arrival = StopTime.table.index("arrival_time")
    var departure = StopTime.table.index("departure_time")
    var stop = StopTime.table.index("stop_id")
    var sequence = StopTime.table.index("stop_sequence")
    var headsign = StopTime.table.index("stop_headsign")
    var pickup = StopTime.table.index("pickup_type")
    var dropOff = StopTime.table.index("drop_off_type")
    var continuousPickup = StopTime.table.index("continuous_pickup")
    var continuousDropOff = StopTime.table.index("continuous_drop_off")
    var distance = StopTime.table.index("shape_dist_traveled")
    var timepoint = StopTime.table.index("timepoint")
    var locationGroup = StopTime.table.index("location_group_id")
    var location = StopTime.table.index("location_id")
    var windowStart = StopTime.table.index("start_pickup_drop_off_window")
    var windowEnd = StopTime.table.index("end_pickup_drop_off_window")
    var pickupBookingRule = StopTime.table.index("pickup_booking_rule_id")
    var dropOffBookingRule = StopTime.table.index("drop_off_booking_rule_id")

    /// Those of on-demand service, which few rows fill.
    var rare: [Int] {
        [locationGroup, location, windowStart, windowEnd, pickupBookingRule, dropOffBookingRule]
    }

    private static let all: [any WritableKeyPath<StopTimeFields, Int> & Sendable] = [
        \.trip, \.arrival, \.departure, \.stop, \.sequence, \.headsign, \.pickup, \.dropOff,
        \.continuousPickup, \.continuousDropOff, \.distance, \.timepoint, \.locationGroup,
        \.location, \.windowStart, \.windowEnd, \.pickupBookingRule, \.dropOffBookingRule,
    ]

    func map(_ place: (Int) -> Int) -> StopTimeFields {
        var mapped = self
        for field in Self.all { mapped[keyPath: field] = place(self[keyPath: field]) }
        return mapped
    }
}
