import BundleStatistics
import GTFSSchedule
import SystemLayer

extension ServiceStatistics {
    func text(top: Int) -> String {
        guard let first = days.first, let last = days.last else {
            return "\(bundle)\n\nno trip runs on any day\n"
        }
        var sections = [[bundle], chart]
        if total.trips == 0 {
            sections.append(["nothing runs \(period): trips run \(first.date) to \(last.date)"])
        } else {
            sections += [modeLines, directionLines(top), stopLines(top), remarks]
        }
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }

    // MARK: Days

    /// The months on a screen, from shortly before the chosen days on.
    private static let mostMonths = 24
    private static let heights = Array("▁▂▃▄▅▆▇█")

    private var chart: [String] {
        let most = max(1, days.map(\.runs).max() ?? 1)
        let months = Dictionary(grouping: days) { $0.date.description.prefix(6) }
            .sorted { $0.key < $1.key }.map(\.value)
        let chosen = months.firstIndex { $0.contains { $0.date == dates.first } } ?? 0
        let start = max(0, min(chosen - 2, months.count - Self.mostMonths))
        let table = TextTable(
            months.dropFirst(start).prefix(Self.mostMonths),
            [
                .init("month") { month in
                    let date = month[0].date.description
                    return "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))"
                },
                .init("runs each day") { Self.bars(of: $0, below: most) },
                .init("trips", .right) { Quantity.count($0.reduce(0) { $0 &+ $1.trips }) },
                .init("runs", .right) { Quantity.count($0.reduce(0) { $0 &+ $1.runs }) },
            ])
        return ["days, with up to \(Quantity.count(most, "run"))"] + table.lines
            + (months.count > Self.mostMonths
                ? ["  \(Self.mostMonths) of \(months.count) months, --csv days for all"] : [])
    }

    private static func bars(of month: [Day], below most: Int) -> String {
        let blanks = String(repeating: " ", count: month[0].date.day - 1)
        let bars = month.map { day in
            let height = Double(day.runs) / Double(most) * Double(heights.count)
            let place = Int(height.rounded(.up)) - 1
            return day.runs == 0 ? "·" : heights[min(max(place, 0), heights.count - 1)]
        }
        return blanks + String(bars)
    }

    private var period: String {
        guard let first = dates.first, let last = dates.last, first != last else {
            let date = dates.first.map { "on \($0)" } ?? ""
            return choice == "busiest_day"
                ? "\(date), the first of the days with the most runs" : date
        }
        return "from \(first) to \(last)"
    }

    // MARK: Figures

    private var modeLines: [String] {
        let names = modes.map { $0.mode ?? "unknown" } + ["all"]
        let columns: [TextColumn<(name: String, figures: ServiceFigures)>] =
            [
                .init("mode") { $0.name },
                .init("routes", .right) { Quantity.count($0.figures.routes ?? 0) },
            ]
            + (Self.counts + [
                .init("peak vehicles", .right) { $0.peakRuns.map { Quantity.count($0) } },
                .init("at", .right) { Self.clock($0.peakStart) },
            ]).map { $0.of(\.figures) }
        let rows = zip(names, modes.count == 1 ? modes : modes + [total])
        return ["service \(period)"]
            + TextTable(rows.map { (name: $0, figures: $1) }, columns).lines
    }

    private static var counts: [TextColumn<ServiceFigures>] {
        [
            .init("trips", .right) { Quantity.count($0.trips) },
            .init("runs", .right) { Quantity.count($0.runs) },
            .init("departures", .right) { Quantity.count($0.departures) },
            .init("km", .right) { Quantity.decimal($0.kilometers, digits: 1) },
            .init("hours", .right) { Quantity.decimal($0.hours, digits: 1) },
            .init("first", .right) { clock($0.firstDeparture) },
            .init("last", .right) { clock($0.lastArrival) },
        ]
    }

    private func directionLines(_ top: Int) -> [String] {
        func headway(_ minutes: Double?) -> String? {
            minutes.map { Quantity.decimal($0, digits: 1) }
        }
        let ofRoutes = Dictionary(grouping: directions) { $0.routeID }
        let columns: [TextColumn<ServiceFigures>] =
            [
                .init("route") { $0.routeID },
                .init("direction", .right) { $0.directionID.map { "\($0)" } },
            ] + Self.counts + [
                .init("min", .right) { headway($0.minHeadway) },
                .init("median", .right) { headway($0.medianHeadway) },
                .init("max", .right) { headway($0.maxHeadway) },
                .init("name") {
                    [$0.routeShortName, $0.routeLongName].compactMap { $0 }.joined(separator: " ")
                },
            ]
        let table = TextTable(
            routes.prefix(top).flatMap { ofRoutes[$0.routeID] ?? [] }, columns)
        return [
            "routes with the most runs; min, median and max headway in minutes, 07:00 to 19:00"
        ] + table.lines
            + Self.rest(routes.count, "routes", beyond: top)
    }

    private func stopLines(_ top: Int) -> [String] {
        let stops = stops.filter { $0.departures > 0 }
        guard !stops.isEmpty else { return [] }
        let table = TextTable(
            stops.prefix(top),
            [
                .init("stop") { $0.stopID },
                .init("departures", .right) { Quantity.count($0.departures) },
                .init("name") { $0.stopName },
            ])
        return ["stops with the most departures"] + table.lines
            + Self.rest(stops.count, "stops", beyond: top)
    }

    private static func rest(_ count: Int, _ things: String, beyond top: Int) -> [String] {
        guard count > top else { return [] }
        return ["  \(top) of \(Quantity.count(count)) \(things), --top \(count) for all"]
    }

    private var remarks: [String] {
        var lines = [
            "wheelchairs: "
                + (wheelchairRuns.words("run") + wheelchairStops.words("stop"))
                .joined(separator: "; ")
        ]
        for (count, words) in [
            (runsWithoutTimes, "without times, and so without hours"),
            (runsWithoutShape, "without a shape: km straight from stop to stop"),
            (runsWithoutPlaces, "without a shape and without places of stops, and so without km"),
        ] where count > 0 {
            lines.append("\(Quantity.count(count, "run")) \(words)")
        }
        if total.runs > 0, total.peakRuns == nil, runsWithoutTimes < total.runs {
            lines.append("no headways or peaks: too many runs on a day, or none takes any time")
        }
        return lines
    }

    private static func clock(_ time: String?) -> String {
        time.map { String($0.dropLast(3)) } ?? ""
    }
}

extension ServiceStatistics.Wheelchairs {
    fileprivate func words(_ thing: String) -> [String] {
        let all = accessible + notAccessible + unknown
        guard all > 0 else { return [] }
        func share(_ count: Int) -> String {
            Quantity.decimal(Double(count) / Double(all) * 100, digits: 1) + "%"
        }
        return [
            "\(share(accessible)) of \(Quantity.count(all, thing)) accessible, "
                + "\(share(notAccessible)) not, \(share(unknown)) unknown"
        ]
    }
}
