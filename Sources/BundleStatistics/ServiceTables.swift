import BundleWriting
package import GTFSSchedule
import SQLiteLayer

/// Tables of the service of a bundle, for each of some days: all that `gtfs stats --csv` writes of
/// them.
///
/// Runs belong to their service day, as in ``ServiceStatistics``. Days on which the same services
/// run have the same rows.
package struct ServiceTables {
    /// By the names of a table's columns; nil is a blank.
    package typealias Cells = [String?]

    struct Row {
        let keys: Cells
        let values: Cells
    }

    private let bundle: PublishedBundle
    private let calendar: RunCalendar

    /// Days whose rows are kept for others with the same services.
    private static let mostKept = 16

    package init(path: String) throws {
        bundle = try PublishedBundle(path: path)
        calendar = try bundle.read { connection in
            try RangeCheck.checkRanges(connection)
            return try RunCalendar(connection)
        }
    }

    package func columns(_ table: ServiceTable) -> [String] {
        ["date"] + table.keys + table.values
    }

    /// Calls the body with each row.
    package func read(
        _ table: ServiceTable, _ choice: ServiceStatistics.Choice, row: (Cells) throws -> Void
    ) throws {
        let days = choice.days(of: calendar)
        let counter = try counter(of: table, on: days)
        var known: [Set<Int>: [Row]] = [:]
        for day in days {
            let services = calendar.running(on: day)
            let rows = try known[services] ?? counter.rows(of: table, on: day)
            if known[services] == nil, known.count >= Self.mostKept { known.removeAll() }
            known[services] = rows
            let date = "\(ServiceDate(dayNumber: day))"
            for each in rows { try row([date] + each.keys + each.values) }
        }
    }

    package func columns(
        _ table: ServiceTable, of first: ServiceDate, beside second: ServiceDate
    ) -> [String] {
        table.keys + table.values.flatMap { ["\($0)_\(first)", "\($0)_\(second)"] }
    }

    /// Calls the body with each row of either day: each value of the first, and beside it that of the
    /// second.
    package func read(
        _ table: ServiceTable, of first: ServiceDate, beside second: ServiceDate,
        row: (Cells) throws -> Void
    ) throws {
        let days = [first.dayNumber, second.dayNumber]
        let counter = try counter(of: table, on: days)
        let none = Cells(repeating: nil, count: table.values.count)
        var keys: [Cells] = []
        var values: [Cells: [Cells]] = [:]
        for (place, day) in days.enumerated() {
            for each in try counter.rows(of: table, on: day) {
                if values[each.keys] == nil { keys.append(each.keys) }
                values[each.keys, default: [none, none]][place] = each.values
            }
        }
        for key in keys {
            guard let pair = values[key] else { continue }
            try row(key + zip(pair[0], pair[1]).flatMap { [$0, $1] })
        }
    }

    private func counter(of table: ServiceTable, on days: [Int]) throws -> TableCounter {
        try bundle.read { connection in
            var ids: [Int: String] = [:]
            try connection.readRows("SELECT service, service_id FROM service") { row in
                if let service = row.integer(0) { ids[service] = row.text(1) }
            }
            return TableCounter(
                path: bundle.path, serviceIDs: ids,
                source: try ServiceSource(
                    connection, calendar, on: days, withCalls: table != .serviceDays,
                    withDistances: table == .calls || table == .segments))
        }
    }
}
