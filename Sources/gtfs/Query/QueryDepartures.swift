import ArgumentParser
import Foundation
import TransitAPI
import TransitBundle

/// `gtfs query departures STOP`.
struct QueryDepartures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "departures",
        abstract: "Departures from a stop, or from any platform of a station.",
        discussion: "The JSON is described by schema/departures.schema.json.")

    @Argument(help: "A stop_id, or sid:1.")
    var stop: TextArgument

    @Option(
        help: ArgumentHelp(
            "The window's first instant (default: now); 08:00 is today's at the stop.",
            valueName: "time"),
        transform: InstantArgument.read)
    var at: InstantArgument?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "The window's length, such as 90m or 2h (default: 1h).", valueName: "duration"),
        transform: DurationArgument.read)
    var length: DurationArgument?

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { [stop, at, length] bundle in
            let place = try await bundle.stop(id: stop.text)
            let clock = ServiceClock(timeZone: try await bundle.timeZone(at: place))
            let start =
                at?.instant(in: clock.timeZone, today: clock.date(at: Date()))
                ?? (date: Date(), remark: nil)
            if let remark = start.remark { StandardError.write("gtfs: --at \(remark)\n") }
            try await TimeZoneRemark.write(bundle)
            let length = length ?? .hour
            let found = try await bundle.departures(
                from: place, at: start.date, for: Double(length.seconds))
            TimeZoneRemark.write(
                stops: found.filter(\.isStopTimeZoneAssumed).map(\.stopID),
                zone: bundle.timeZoneName)
            let onDemand = try await bundle.flexibleAccess(at: place)
            if let remark = FlexibleText.remark(onDemand, at: place.stopID) {
                StandardError.write("gtfs: \(remark)\n")
            }
            let remark = try await ServiceDaysRemark.text(bundle.date(at: start.date), in: bundle)
            var table = TextTable([], rightAligned: [])
            for departure in found {
                table.add(Self.cells(departure), badge: Self.badge(departure), column: 1)
            }
            return QueryAnswer(
                found.map { StopEventDTO($0, boardZone: $0.timeZoneName) }, columns: Self.columns,
                table: table,
                none: "no departures from \(place.stopName) at that time\(remark)")
        }
    }

    private static let columns = [
        "trip_id", "route_id", "stop_id", "stop_sequence", "service_date", "departure",
        "headsign", "interpolated", "pickup_type", "route_short_name", "route_long_name",
        "route_type", "stop_name", "platform_code", "start_time", "headway_secs", "exact_times",
    ]

    private static func badge(_ departure: StopEvent) -> String {
        departure.route.map { TerminalColor.badge($0.color, $0.textColor) } ?? ""
    }

    private static func cells(_ departure: StopEvent) -> [String] {
        let time = ZonedInstant(departure.time, in: departure.timeZone).description
        var remarks: [String] = []
        if departure.isInterpolated { remarks.append("about") }
        switch departure.pickupDropOff {
        case .phoneAgency: remarks.append("call the agency")
        case .askDriver: remarks.append("ask the driver")
        default: break
        }
        if let headway = departure.headwaySecs, departure.isAboutEvery {
            remarks.append("every \(headway) s")
        }
        return [
            time, departure.route?.name ?? departure.routeID ?? "", departure.headsign ?? "",
            departure.stop.platformCode ?? departure.stopID, departure.tripID,
            remarks.joined(separator: ", "),
        ]
    }
}
