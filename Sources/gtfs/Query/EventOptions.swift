import ArgumentParser
import Foundation
import TransitAPI
import TransitBundle
import TransitRealtime

struct EventOptions: ParsableArguments {
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

    @OptionGroup var realtime: RealtimeOptions

    @OptionGroup var options: QueryOptions

    func answer(_ kind: StopEvent.Kind) throws {
        try options.answer { [stop, at, length, realtime] bundle in
            let place = try await bundle.stop(id: stop.text)
            let clock = ServiceClock(timeZone: try await bundle.timeZone(at: place))
            let now = realtime.clock(in: bundle)
            let start =
                at?.instant(in: clock.timeZone, today: clock.date(at: now))
                ?? (date: now, remark: nil)
            if let remark = start.remark { StandardError.write("gtfs: --at \(remark)\n") }
            try await TimeZoneRemark.write(bundle)
            let live = try realtime.source(over: bundle, now: now)
            try await RealtimeRemark.write(live, now: now, in: clock.timeZone)
            let source: any TransitSource = live ?? bundle
            let found = try await source.events(
                kind, at: [place], from: start.date, for: Double((length ?? .hour).seconds),
                matching: .all)
            TimeZoneRemark.write(
                stops: found.filter(\.isStopTimeZoneAssumed).map(\.stopID),
                zone: bundle.timeZoneName)
            let onDemand = try await bundle.flexibleAccess(at: place)
            if let remark = FlexibleText.remark(onDemand, at: place.stopID) {
                StandardError.write("gtfs: \(remark)\n")
            }
            let remark = try await ServiceDaysRemark.text(bundle.date(at: start.date), in: bundle)
            var table = TextTable([], rightAligned: [])
            for event in found {
                let cells = Self.cells(event, isLive: live != nil)
                table.add(cells, badge: Self.badge(event), column: live == nil ? 1 : 3)
            }
            let titles = try await source.alerts(
                about: .board(of: [place], events: found), at: start.date
            ).map(AlertText.title)
            return QueryAnswer(
                found.map { StopEventDTO($0, boardZone: $0.timeZoneName) },
                columns: Self.columns(kind, isLive: live != nil),
                lines: titles + table.lines,
                none: (titles + [
                    "no \(kind.rawValue)s \(kind == .departure ? "from" : "at") "
                        + "\(place.stopName) at that time\(remark)"
                ]).joined(separator: "\n"))
        }
    }

    private static func columns(_ kind: StopEvent.Kind, isLive: Bool) -> [String] {
        [
            "trip_id", "route_id", "stop_id", "stop_sequence", "service_date", kind.rawValue,
            "headsign", "interpolated", kind == .departure ? "pickup_type" : "drop_off_type",
            "route_short_name", "route_long_name", "route_type", "stop_name", "platform_code",
            "start_time", "headway_secs", "exact_times",
        ]
            + (isLive
                ? [
                    "status", kind.rawValue, "delay_seconds", "stop_id", "alerts",
                    "uncertainty_seconds", "scheduled", "platform_code", "stop_name", "headsign",
                    "occupancy_status", "vehicle.id", "vehicle.label",
                    "vehicle.wheelchair_accessible", "stops_away", "at_stop",
                ].map { "realtime." + $0 }
                : [])
    }

    private static func badge(_ event: StopEvent) -> String {
        event.route.map { TerminalColor.badge($0.color, $0.textColor) } ?? ""
    }

    private static func cells(_ event: StopEvent, isLive: Bool) -> [String] {
        let time = ZonedInstant(event.time, in: event.timeZone).description
        var remarks: [String] = []
        if event.isInterpolated { remarks.append("about") }
        switch event.pickupDropOff {
        case .phoneAgency: remarks.append("call the agency")
        case .askDriver: remarks.append("ask the driver")
        default: break
        }
        if let headway = event.headwaySecs, event.isAboutEvery {
            remarks.append("every \(headway) s")
        }
        if let alerts = event.realtime?.alerts, !alerts.isEmpty {
            remarks.append("see \(alerts.joined(separator: " "))")
        }
        let platforms = [event.stop.platformCode ?? event.stopID, RealtimeWords.platform(event)]
        return [time] + (isLive ? RealtimeWords.cells(event) : []) + [
            event.route?.name ?? event.routeID ?? "", event.headsign ?? "",
            platforms.compactMap { $0 }.joined(separator: " -> "), event.tripID,
            remarks.joined(separator: ", "),
        ]
    }
}
