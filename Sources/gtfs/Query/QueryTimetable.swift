import ArgumentParser
import Foundation
import TransitBundle

/// `gtfs query timetable ROUTE`.
struct QueryTimetable: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timetable",
        abstract: "The trips of a route on a day: a column for each trip, a row for each stop.")

    @Argument(help: "A route_id, or rid:1.")
    var route: TextArgument

    @Option(
        help: ArgumentHelp("The service day (default: today).", valueName: "date"),
        transform: ServiceDateArgument.read)
    var date: ServiceDateArgument?

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { [route, date] bundle in
            let found = try await bundle.route(id: route.text)
            if date == nil { try await TimeZoneRemark.write(bundle) }
            let day = date?.date ?? bundle.date(at: Date())
            let timetables = try await bundle.timetables(of: found, on: day)
            var lines: [String] = []
            var calls: [Call] = []
            for timetable in timetables {
                let direction = timetable.directionID.map { ", direction \($0)" } ?? ""
                lines.append("\(found.name) on \(day)\(direction)")
                lines += Self.grid(timetable)
                lines += timetable.flexibleTrips.flatMap(FlexibleText.lines)
                calls += timetable.flexibleTrips.flatMap(\.calls)
            }
            lines += FlexibleText.lines(try await FlexibleText.bookingRules(of: calls, in: bundle))
            if lines.isEmpty {
                let remark = try await ServiceDaysRemark.text(day, in: bundle)
                lines = ["\(found.name) does not run on \(day)\(remark)"]
            }
            return QueryAnswer(
                timetables, rows: timetables.flatMap(Self.cells), columns: CellRow.columns,
                lines: lines)
        }
    }

    private static func grid(_ timetable: Timetable) -> [String] {
        var table = TextTable([], rightAligned: Set(1...max(timetable.rows.count, 1)))
        for (column, cells) in zip(timetable.columns, timetable.transposed) {
            table.add(
                [column.stop.stopName]
                    + cells.map { cell in
                        guard let time = cell.flatMap({ $0.departure ?? $0.arrival }) else {
                            return cell == nil ? "-" : "?"
                        }
                        let text = time.timeOfDay.description.prefix(5)
                        return cell?.isInterpolated == true ? "(\(text))" : String(text)
                    })
        }
        return table.lines
    }

    private static func cells(_ timetable: Timetable) -> [CellRow] {
        timetable.rows.flatMap { row in
            row.cells.compactMap { $0 }.map { CellRow(row, $0, timetable.directionID) }
        }
            + timetable.flexibleTrips.flatMap { trip in
                trip.calls.compactMap { call in
                    call.flex.map { CellRow(trip, call, $0, timetable.directionID) }
                }
            }
    }

    /// A cell of the grid with the names of its row.
    private struct CellRow: Encodable {
        let tripID: String
        let directionID: Int?
        let startTime: String?
        let stopID: String?
        let stopSequence: Int
        let arrivalTime: String?
        let departureTime: String?
        let interpolated: Bool
        var locationGroupID: String?
        var locationID: String?
        var windowStart: String?
        var windowEnd: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case tripID = "trip_id"
            case directionID = "direction_id"
            case startTime = "start_time"
            case stopID = "stop_id"
            case stopSequence = "stop_sequence"
            case arrivalTime = "arrival_time"
            case departureTime = "departure_time"
            case interpolated
            case locationGroupID = "location_group_id"
            case locationID = "location_id"
            case windowStart = "start_pickup_drop_off_window"
            case windowEnd = "end_pickup_drop_off_window"
        }

        static let columns = CodingKeys.allCases.map(\.rawValue)

        init(_ row: Timetable.Row, _ cell: Timetable.Cell, _ direction: Int?) {
            tripID = row.tripID
            directionID = direction
            startTime = row.startTime?.description
            stopID = cell.stopID
            stopSequence = cell.stopSequence
            arrivalTime = cell.arrival?.description
            departureTime = cell.departure?.description
            interpolated = cell.isInterpolated
        }

        /// A call of a flexible trip, which has a window instead of times.
        init(
            _ trip: Timetable.FlexibleTrip, _ call: Call, _ flex: FlexWindow, _ direction: Int?
        ) {
            tripID = trip.tripID
            directionID = direction
            startTime = nil
            stopID = call.stopID
            stopSequence = call.stopSequence
            arrivalTime = nil
            departureTime = nil
            interpolated = false
            locationGroupID = flex.locationGroupID
            locationID = flex.locationID
            windowStart = flex.start?.description
            windowEnd = flex.end?.description
        }
    }
}
