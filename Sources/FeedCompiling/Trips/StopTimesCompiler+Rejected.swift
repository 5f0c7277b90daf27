import FeedReading
import GTFSSchedule

/// Rows of scattered trips that had a sequence of an earlier row, found when all were read.
extension StopTimesCompiler {
    /// The row's values as texts, by field.
    func values(of row: StopTimeRow, trip: Int) -> [String: String] {
        var values = ["trip_id": trips.ids.string(trip), "stop_sequence": "\(row.sequence)"]
        func add(_ field: String, code: Int16) {
            if code != StopTimeRow.noCode { values[field] = "\(code)" }
        }
        func add(_ field: String, time: Int32) {
            guard time != StopTimeRow.noTime else { return }
            values[field] = ServiceTime(seconds: Int(time)).description
        }
        add("arrival_time", time: row.arrival)
        add("departure_time", time: row.departure)
        if row.stop != 0 { values["stop_id"] = stopID(row.stop) }
        if row.headsign != 0 {
            values["stop_headsign"] = stopHeadsigns.string(Int(row.headsign) - 1)
        }
        add("pickup_type", code: row.codes.pickupType)
        add("drop_off_type", code: row.codes.dropOffType)
        add("continuous_pickup", code: row.codes.continuousPickup)
        add("continuous_drop_off", code: row.codes.continuousDropOff)
        add("timepoint", code: row.codes.timepoint)
        if !row.distance.isNaN { values["shape_dist_traveled"] = "\(row.distance)" }
        guard row.flex != 0 else { return values }
        let part = flexRows[Int(row.flex) - 1]
        add("start_pickup_drop_off_window", time: part.windowStart)
        add("end_pickup_drop_off_window", time: part.windowEnd)
        for (field, number) in [
            ("location_group_id", part.locationGroup), ("location_id", part.location),
            ("pickup_booking_rule_id", part.pickupRule),
            ("drop_off_booking_rule_id", part.dropOffRule),
        ] where number != 0 {
            values[field] = flexRows.texts.string(Int(number) - 1)
        }
        return values
    }

    private func stopID(_ key: Int32) -> String {
        if key < 0 { return stops.dangling.string(-Int(key) - 1) }
        return stops.number(ofKey: key).map { stops.ids.string($0) } ?? ""
    }
}
