import BundleCodec
import SQLiteLayer
import TransitModel

struct TripCalls {
    private let row: TripRecord
    private let isTemplate: Bool
    private let isTimeZoneAssumed: Bool
    private let db: Database

    init(_ row: TripRecord, facts: BundleFacts, in db: Database) {
        self.row = row
        isTemplate = facts.frequencies.headways[row.trip] != nil
        isTimeZoneAssumed = facts.assumedZones.contains(row.rid)
        self.db = db
    }

    private static let calls = """
        SELECT ps.call, ps.sid, ps.stop_sequence, cc.pickup_type, cc.drop_off_type,
          cc.continuous_pickup, cc.continuous_drop_off, cc.timepoint, \(stopColumns)
        FROM pattern_stops ps
        LEFT JOIN call_codes cc ON cc.codes = ps.codes
        LEFT JOIN stops s ON s.sid = ps.sid
        WHERE ps.call BETWEEN ? AND ? AND ps.pattern = ?
        ORDER BY ps.call
        """
    private static let stopColumns =
        Stop.CodingKeys.allCases.map { "s." + $0.rawValue }.joined(separator: ", ")

    private enum Column: Int {
        case call, sid, stopSequence, pickupType, dropOffType, continuousPickup,
            continuousDropOff, timepoint, stop
    }

    func all() throws -> [Call] {
        let headsigns = try stopHeadsigns()
        let windows = try flexWindows()
        let distances = try distances()
        return try db.readAll(
            Self.calls, arguments: [row.firstCall, row.lastCall, row.pattern]
        ) { call in
            func integer(_ column: Column) -> Int? { call.integer(column.rawValue) }
            let position = try call.required(integer(.call), "call") - row.firstCall
            // Without a key the stop has no row.
            let stop =
                call.key(Column.stop.rawValue) == nil
                ? nil : try Stop(call, at: Column.stop.rawValue)
            return Call(
                stop: stop,
                stopID: try stop?.stopID ?? undefinedStop(call.key(Column.sid.rawValue)),
                stopSequence: try call.required(integer(.stopSequence), "stop_sequence"),
                arrival: row.times?.arrival(position).map(ServiceTime.init(seconds:)),
                departure: row.times?.departure(position).map(ServiceTime.init(seconds:)),
                interpolated: row.times?.interpolatedTime(position)
                    .map(ServiceTime.init(seconds:)),
                isTemplate: isTemplate,
                pickup: PickupDropOff(code: integer(.pickupType) ?? 0),
                dropOff: PickupDropOff(code: integer(.dropOffType) ?? 0),
                continuousPickup: integer(.continuousPickup),
                continuousDropOff: integer(.continuousDropOff),
                headsign: headsigns[position] ?? row.headsign,
                shapeDistTraveled: distances?[position], timepoint: integer(.timepoint),
                flex: windows[position], isTimeZoneAssumed: isTimeZoneAssumed)
        }
    }

    private func undefinedStop(_ sid: Int64?) throws -> String? {
        guard let sid else { return nil }
        return try db.first(
            "SELECT id FROM dangling WHERE kind = 'stop' AND key = ?", arguments: [sid]
        ) { $0.text(0) }
    }

    /// By position, counted from 0.
    private func stopHeadsigns() throws -> [Int: String] {
        guard let list = row.stopHeadsigns else { return [:] }
        return try byPosition("SELECT * FROM stop_headsigns WHERE stop_headsigns = ?", list: list) {
            $0.text("stop_headsign")
        }
    }

    /// By position, counted from 0.
    private func flexWindows() throws -> [Int: FlexWindow] {
        guard let list = row.flex else { return [:] }
        return try byPosition(Self.windows, list: list) {
            FlexWindow(
                locationGroupID: $0.text("location_group_id"),
                locationGroupName: $0.text("location_group_name"),
                locationID: $0.text("location_id"), locationName: $0.text("stop_name"),
                start: $0.integer("start_pickup_drop_off_window")
                    .map(ServiceTime.init(seconds:)),
                end: $0.integer("end_pickup_drop_off_window").map(ServiceTime.init(seconds:)),
                pickupBookingRuleID: $0.text("pickup_booking_rule_id"),
                dropOffBookingRuleID: $0.text("drop_off_booking_rule_id"))
        }
    }

    private static let windows = """
        SELECT f.*, (SELECT location_group_name FROM location_groups g
            WHERE g.location_group_id = f.location_group_id LIMIT 1) AS location_group_name,
          (SELECT stop_name FROM locations l WHERE l.id = f.location_id LIMIT 1) AS stop_name
        FROM flex_stop_times f WHERE f.flex = ?
        """

    private func byPosition<Value>(
        _ sql: String, list: Int64, _ value: (Columns) -> Value?
    ) throws -> [Int: Value] {
        try db.readKeyed(sql, arguments: [list]) { row in
            guard let position = row.integer("position"), position > 0 else { return nil }
            return value(row).map { (position - 1, $0) }
        }
    }

    private func distances() throws -> PackedNumbers? {
        guard let key = row.distances else { return nil }
        return try db.first(Self.distances, arguments: [key]) {
            try $0.packedNumbers(0, as: .digits, count: row.callCount)
        }
    }

    private static let distances = """
        SELECT \(Columns.packedNumbers.joined(separator: ", ")) FROM distances WHERE distances = ?
        """
}
