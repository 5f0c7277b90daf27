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
    private static let bars = Array("▁▂▃▄▅▆▇█")

    private var chart: [String] {
        let most = max(1, days.map(\.runs).max() ?? 1)
        var table = TextTable(["month", "runs each day", "trips", "runs"], rightAligned: [2, 3])
        let months = days.chunked { ($0.date.year, $0.date.month) == ($1.date.year, $1.date.month) }
        let chosen = months.firstIndex { $0.contains { $0.date == dates.first } } ?? 0
        let start = max(0, min(chosen - 2, months.count - Self.mostMonths))
        for month in months.dropFirst(start).prefix(Self.mostMonths) {
            let blanks = String(repeating: " ", count: month[0].date.day - 1)
            let bars = month.map { day in
                let height = Double(day.runs) / Double(most) * Double(Self.bars.count)
                let place = Int(height.rounded(.up)) - 1
                return day.runs == 0 ? "·" : Self.bars[min(max(place, 0), Self.bars.count - 1)]
            }
            let date = month[0].date.description
            table.add([
                "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))", blanks + String(bars),
                Quantity.count(month.reduce(0) { $0 &+ $1.trips }),
                Quantity.count(month.reduce(0) { $0 &+ $1.runs }),
            ])
        }
        return ["days, with up to \(Quantity.count(most, "run"))"] + table.lines
            + Self.more(months.count, than: Self.mostMonths)
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
        var table = TextTable(
            [
                "mode", "routes", "trips", "runs", "departures", "km", "hours", "first", "last",
                "at once", "from",
            ], rightAligned: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        let names = modes.map { $0.mode ?? "unknown" } + ["all"]
        for (name, row) in zip(names, modes.count == 1 ? modes : modes + [total]) {
            table.add(
                [name, Quantity.count(row.routes ?? 0)]
                    + Self.counts(row) + [
                        Self.clock(row.firstDeparture), Self.clock(row.lastArrival),
                        row.peakRuns.map { Quantity.count($0) } ?? "", Self.clock(row.peakStart),
                    ])
        }
        return ["service \(period)"] + table.lines
    }

    private static func counts(_ row: ServiceFigures) -> [String] {
        [row.trips, row.runs, row.departures].map { Quantity.count($0) }
            + [row.kilometers, row.hours].map { Quantity.decimal($0, digits: 1) }
    }

    private func directionLines(_ top: Int) -> [String] {
        var table = TextTable(
            [
                "route", "direction", "trips", "runs", "departures", "km", "hours", "first",
                "last", "headway", "median", "up to", "name",
            ], rightAligned: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
        let ofRoutes = Dictionary(grouping: directions) { $0.routeID }
        for route in routes.prefix(top) {
            for row in ofRoutes[route.routeID] ?? [] {
                let headways = [row.minHeadway, row.medianHeadway, row.maxHeadway].map {
                    $0.map { Quantity.decimal($0, digits: 1) } ?? ""
                }
                let names = [row.routeShortName, row.routeLongName].compactMap { $0 }
                table.add(
                    [row.routeID ?? "", row.directionID.map { "\($0)" } ?? ""] + Self.counts(row)
                        + [Self.clock(row.firstDeparture), Self.clock(row.lastArrival)] + headways
                        + [names.joined(separator: " ")])
            }
        }
        return ["routes with the most runs; headways in minutes, from 07:00 to 19:00"] + table.lines
            + Self.more(routes.count, than: top)
    }

    private func stopLines(_ top: Int) -> [String] {
        let stops = stops.filter { $0.departures > 0 }
        guard !stops.isEmpty else { return [] }
        var table = TextTable(["stop", "departures", "name"], rightAligned: [1])
        for stop in stops.prefix(top) {
            table.add([
                stop.stopID ?? "", Quantity.count(stop.departures), stop.stopName ?? "",
            ])
        }
        return ["stops with the most departures"] + table.lines
            + Self.more(stops.count, than: top)
    }

    private static func more(_ count: Int, than top: Int) -> [String] {
        count > top ? ["  … and \(Quantity.count(count - top)) more"] : []
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

extension [ServiceStatistics.Day] {
    fileprivate func chunked(by belongs: (Element, Element) -> Bool) -> [[Element]] {
        var chunks: [[Element]] = []
        var start = startIndex
        for place in indices.dropFirst() where !belongs(self[place - 1], self[place]) {
            chunks.append(Array(self[start..<place]))
            start = place
        }
        return isEmpty ? [] : chunks + [Array(self[start...])]
    }
}
