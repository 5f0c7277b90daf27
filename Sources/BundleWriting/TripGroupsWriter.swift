import FeedCompiling
import SQLiteLayer

/// Inserts what trips share: their groups, stop headsigns and flexible rows.
///
/// Trips come group by group, so that a group's number is known without looking it up.
final class TripGroupsWriter {
    private let trips: TripTable
    private let stopTimes: StopTimesCompiler
    private let connection: Connection
    private let insert: Statement
    private var pattern: Int32 = 0
    private var detail: Int32 = -1
    private var number: Int32 = 0
    private var headsignLists: Set<Int32> = []
    private var flexLists: Set<Int32> = []

    init(
        _ trips: TripTable, _ stopTimes: StopTimesCompiler, _ connection: Connection
    ) throws {
        self.trips = trips
        self.stopTimes = stopTimes
        self.connection = connection
        insert = try Statement(
            connection, "INSERT INTO trip_group VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    }

    /// The number of the group; it is inserted when it is not that of the call before.
    func number(_ pattern: Int32, _ detail: Int32) throws -> Int32 {
        if pattern == self.pattern, detail == self.detail { return number }
        self.pattern = pattern
        self.detail = detail
        number += 1
        let value = trips.details[detail]
        try insert.bind(1, number)
        try insert.bind(2, pattern)
        try insert.bind(3, orNull: value.service)
        if value.headsign == 0 {
            try insert.bindNull(4)
        } else {
            try insert.bind(4, text: trips.details.headsigns[Int(value.headsign) - 1])
        }
        try insert.bind(5, code: Int32(value.wheelchairAccessible))
        try insert.bind(6, code: Int32(value.bikesAllowed))
        try insert.bind(7, code: Int32(value.carsAllowed))
        try insert.bind(8, orNull: value.safeDurationFactor)
        try insert.bind(9, orNull: value.safeDurationOffset)
        try insert.bind(10, orNull: value.stopHeadsigns)
        try insert.bind(11, orNull: value.flex)
        try insert.run()
        if value.stopHeadsigns != 0 { headsignLists.insert(value.stopHeadsigns) }
        if value.flex != 0 { flexLists.insert(value.flex) }
        return number
    }

    /// Inserts the lists that groups refer to.
    func finish() throws {
        try writeStopHeadsigns()
        try writeFlex()
    }

    private func writeStopHeadsigns() throws {
        let insert = try Statement(connection, "INSERT INTO stop_headsigns VALUES (?, ?, ?)")
        for list in headsignLists.sorted() {
            for entry in stopTimes.stopHeadsignLists[Int(list) - 1] {
                try insert.bind(1, list)
                try insert.bind(2, entry.position + 1)
                try insert.bind(3, text: stopTimes.stopHeadsigns[Int(entry.value)])
                try insert.run()
            }
        }
    }

    private func writeFlex() throws {
        let insert = try Statement(
            connection, "INSERT INTO flex_stop_times VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        let texts = stopTimes.flexRows.texts
        func bindText(_ index: Int32, _ number: Int32) throws(SQLiteFailure) {
            if number == 0 {
                try insert.bindNull(index)
            } else {
                try insert.bind(index, text: texts[Int(number) - 1])
            }
        }
        for list in flexLists.sorted() {
            for entry in stopTimes.flexLists[Int(list) - 1] {
                let part = stopTimes.flexRows[Int(entry.value)]
                try insert.bind(1, list)
                try insert.bind(2, entry.position + 1)
                try bindText(3, part.locationGroup)
                try bindText(4, part.location)
                try insert.bind(5, part.windowStart < 0 ? nil : Int64(part.windowStart))
                try insert.bind(6, part.windowEnd < 0 ? nil : Int64(part.windowEnd))
                try bindText(7, part.pickupRule)
                try bindText(8, part.dropOffRule)
                try insert.run()
            }
        }
    }
}
