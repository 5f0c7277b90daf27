import GRDB
import GTFSSchedule

/// Reads the calls of a trip.
struct TripCalls {
    private let row: TripRow
    private let db: Database

    init(_ row: TripRow, _ db: Database) {
        self.row = row
        self.db = db
    }

    private static let calls = """
        SELECT ps.call, ps.sid, ps.stop_sequence, cc.pickup_type, cc.drop_off_type,
          cc.continuous_pickup, cc.continuous_drop_off, cc.timepoint, s.stop_id, s.stop_code,
          s.stop_name, s.stop_desc, s.stop_lat, s.stop_lon, s.zone_id, s.stop_url, s.location_type,
          s.parent_station, s.stop_timezone, s.wheelchair_boarding, s.level_id, s.platform_code,
          s.effective_wheelchair_boarding
        FROM pattern_stops ps
        LEFT JOIN call_codes cc ON cc.codes = ps.codes
        LEFT JOIN stops s ON s.sid = ps.sid
        WHERE ps.call BETWEEN ? AND ? AND ps.pattern = ?
        ORDER BY ps.call
        """

    /// The calls in order.
    func all() throws -> [Call] {
        let headsigns = try stopHeadsigns()
        let windows = try flexWindows()
        let distances = try distances()
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: Self.calls),
            arguments: [row.firstCall, row.firstCall + row.callCount - 1, row.pattern])
        var calls: [Call] = []
        while let call = try rows.next() {
            let position = try call.required(call.integer("call"), "call") - row.firstCall
            let stopID = call.text("stop_id")
            calls.append(
                Call(
                    stop: stopID == nil ? nil : try Stop(row: call),
                    stopID: try stopID ?? undefinedStop(call.key("sid")),
                    stopSequence: try call.required(call.integer("stop_sequence"), "stop_sequence"),
                    arrival: row.times?.arrival(position).map(ServiceTime.init(seconds:)),
                    departure: row.times?.departure(position).map(ServiceTime.init(seconds:)),
                    interpolated: row.times?.interpolatedTime(position)
                        .map(ServiceTime.init(seconds:)),
                    pickup: PickupDropOff(code: call.integer("pickup_type") ?? 0),
                    dropOff: PickupDropOff(code: call.integer("drop_off_type") ?? 0),
                    continuousPickup: call.integer("continuous_pickup"),
                    continuousDropOff: call.integer("continuous_drop_off"),
                    headsign: headsigns[position] ?? row.headsign,
                    shapeDistTraveled: distances?[position], timepoint: call.integer("timepoint"),
                    flex: windows[position]))
        }
        return calls
    }

    private func undefinedStop(_ sid: Int64?) throws -> String? {
        guard let sid else { return nil }
        return try String.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM dangling WHERE kind = 'stop' AND key = ?"),
            arguments: [sid])
    }

    /// By position from 0 on.
    private func stopHeadsigns() throws -> [Int: String] {
        guard let list = row.stopHeadsigns else { return [:] }
        return try byPosition("SELECT * FROM stop_headsigns WHERE stop_headsigns = ?", list) {
            $0.text("stop_headsign")
        }
    }

    /// By position from 0 on.
    private func flexWindows() throws -> [Int: FlexWindow] {
        guard let list = row.flex else { return [:] }
        return try byPosition("SELECT * FROM flex_stop_times WHERE flex = ?", list) {
            FlexWindow(
                locationGroupID: $0.text("location_group_id"), locationID: $0.text("location_id"),
                start: $0.integer("start_pickup_drop_off_window")
                    .map(ServiceTime.init(seconds:)),
                end: $0.integer("end_pickup_drop_off_window").map(ServiceTime.init(seconds:)),
                pickupBookingRuleID: $0.text("pickup_booking_rule_id"),
                dropOffBookingRuleID: $0.text("drop_off_booking_rule_id"))
        }
    }

    private func byPosition<Value>(
        _ sql: String, _ list: Int64, _ value: (Row) -> Value?
    ) throws -> [Int: Value] {
        var found: [Int: Value] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [list])
        while let row = try rows.next() {
            guard let position = row.integer("position"), position > 0 else { continue }
            found[position - 1] = value(row)
        }
        return found
    }

    private func distances() throws -> DistanceCodes? {
        guard let key = row.distances else { return nil }
        let list = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM distances WHERE distances = ?"),
            arguments: [key])
        guard let list else { return nil }
        return DistanceCodes(
            base: list.integer("base"), scale: list.integer("scale"), width: list.integer("width"),
            isCurved: list.integer("curved") == 1, codes: list.bytes("codes"))
    }
}
