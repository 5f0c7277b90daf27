import BundleCodec
import BundleWriting
import SQLiteLayer

struct ServiceCount {
    private(set) var total = ServiceFigures()
    private(set) var modes: [ServiceFigures] = []
    private(set) var routes: [ServiceFigures] = []
    /// With the place of the direction in the network.
    private(set) var directionFigures: [(place: Int, figures: ServiceFigures)] = []
    private(set) var stops: [ServiceStatistics.Stop] = []
    private(set) var wheelchairRuns = ServiceStatistics.Wheelchairs()
    private(set) var wheelchairStops = ServiceStatistics.Wheelchairs()
    private(set) var runsWithoutTimes = 0
    private(set) var runsWithoutShape = 0
    private(set) var runsWithoutPlaces = 0

    /// The most runs of a day whose starts are listed; a country has a million. Beyond that,
    /// headways and peaks are not known.
    static let mostRuns = 10_000_000

    init(_ source: ServiceSource, on days: [Int]) {
        let network = source.network
        var sums = [ServiceSums](repeating: ServiceSums(), count: network.directions.count)
        for day in days {
            for part in source.calendar.parts(on: day) {
                guard let direction = network.directionOfPattern[part.pattern] else { continue }
                sums[direction].trips &+= part.count.trips
                sums[direction].runs &+= part.count.runs
                sums[direction].departures &+= part.count.departures
            }
        }
        // Sums of kilometers depend on the order in their last digits.
        let runsOfPatterns = source.runsOfPatterns(on: days)
        for (pattern, runs) in runsOfPatterns.sorted(by: { $0.key < $1.key }) {
            guard let direction = network.directionOfPattern[pattern] else { continue }
            if let meters = source.lengths.meters[pattern] {
                sums[direction].meters += meters * Double(runs)
                if source.lengths.withoutShape.contains(pattern) { runsWithoutShape &+= runs }
            } else {
                runsWithoutPlaces &+= runs
            }
        }
        let trips = source.trips
        let directions = trips.groups.map { network.directionOfPattern[$0.pattern] }
        var busy = BusyTimes(network)
        for day in days {
            let running = source.isRunning(on: day)
            var runs = 0
            for (place, group) in trips.groups.enumerated() where running[place] {
                runs &+= group.runs
                runsWithoutTimes &+= group.untimedRuns
                wheelchairRuns.add(group.wheelchair, group.runs)
                if let direction = directions[place] { sums[direction].addTimes(of: group) }
            }
            guard 0...Self.mostRuns ~= runs else {
                busy.isWhole = false
                continue
            }
            busy.add(trips.spans(running, directions: directions.map { Int32($0 ?? -1) }))
        }
        add(sums, busy, of: network)
    }

    private mutating func add(_ sums: [ServiceSums], _ busy: BusyTimes, of network: Network) {
        for level in Network.Level.allCases {
            let places = network.places(level)
            var parts = [ServiceSums](repeating: ServiceSums(), count: places.count)
            for (direction, own) in sums.enumerated() where own.trips > 0 {
                parts[places.ofDirections[direction]] += own
            }
            for (place, var part) in parts.enumerated() where part.trips > 0 || level == .total {
                if level == .directions { part.headways = busy.headways[place] }
                part.peak = busy.peak(level, place)
                part.hasAllStarts = busy.isWhole
                add(part.figures(), of: network, level, place)
            }
        }
        total.routes = routes.count
        routes.sort { ($1.runs, $0.routeID ?? "") < ($0.runs, $1.routeID ?? "") }
        modes.sort { ($1.runs, $0.mode ?? "") < ($0.runs, $1.mode ?? "") }
        directionFigures.sort { left, right in
            (left.figures.routeID ?? "", left.figures.directionID ?? -1)
                < (right.figures.routeID ?? "", right.figures.directionID ?? -1)
        }
    }

    private mutating func add(
        _ figures: ServiceFigures, of network: Network, _ level: Network.Level, _ place: Int
    ) {
        var figures = figures
        switch level {
        case .directions:
            figures.name(network, route: network.directions[place].route)
            figures.directionID = network.directions[place].id
            directionFigures.append((place, figures))
        case .routes:
            figures.name(network, route: place)
            routes.append(figures)
        case .modes:
            figures.mode = network.modes[place]
            figures.routes = routes.count { $0.mode == figures.mode }
            modes.append(figures)
        case .total: total = figures
        }
    }

    mutating func countStops(
        _ connection: Connection, _ source: ServiceSource, on days: [Int]
    ) throws {
        let runsOfPatterns = source.runsOfPatterns(on: days)
        let departures = try source.calendar.departures(on: days, connection)
        var counts: [Int: Int] = [:]
        try connection.readRows(
            """
            SELECT p.pattern, c.sid
            FROM pattern p CROSS JOIN \(BundleTables.calls("c"))
            WHERE c.sid NOT NULL
            """
        ) { row in
            guard let pattern = row.integer(0), let runs = runsOfPatterns[pattern], runs > 0,
                let stop = row.integer(1)
            else { return }
            counts[stop, default: 0] &+= runs
        }
        try connection.readRows(
            """
            SELECT sid, stop_id, stop_name, coalesce(effective_wheelchair_boarding, 0) FROM stops
            UNION ALL SELECT key, id, NULL, 0 FROM dangling WHERE kind = 'stop'
            """
        ) { row in
            guard let stop = row.integer(0), let count = counts[stop] else { return }
            wheelchairStops.add(row.integer(3) ?? 0)
            stops.append(
                ServiceStatistics.Stop(
                    stopID: row.text(1), stopName: row.text(2),
                    departures: departures[stop] ?? 0, calls: count))
        }
        stops.sort {
            ($1.departures, $1.calls, $0.stopID ?? "") < ($0.departures, $0.calls, $1.stopID ?? "")
        }
    }
}

extension ServiceFigures {
    fileprivate mutating func name(_ network: Network, route place: Int) {
        let route = network.routes[place]
        mode = network.modes[route.mode]
        routeID = route.id
        routeShortName = route.shortName
        routeLongName = route.longName
    }
}
