import BundleCodec
import BundleWriting
import GTFSSchedule

/// Counts the rows of a table on a day.
struct TableCounter {
    typealias Row = ServiceTables.Row
    typealias Cells = ServiceTables.Cells

    let path: String
    let serviceIDs: [Int: String]
    let source: ServiceSource
    private var network: Network { source.network }

    /// The most calls of a day that are listed; a country has some thirty million.
    private static let mostCalls = 300_000_000

    func rows(of table: ServiceTable, on day: Int) throws -> [Row] {
        try checkCalls(on: day)
        switch table {
        case .routeDays: return routeDays(day)
        case .routeHours: return routeHours(day)
        case .patterns: return patterns(day)
        case .stopDays: return stopDays(day)
        case .segments: return segments(day)
        case .calls: return calls(day)
        case .serviceDays: return serviceDays(day)
        }
    }

    private func checkCalls(on day: Int) throws {
        let calls = source.runsOfPatterns(on: [day]).reduce(0.0) { sum, pattern in
            sum + Double(pattern.value) * Double(max(1, stops(of: pattern.key).count))
        }
        guard calls > Double(Self.mostCalls) else { return }
        throw BundleError.cannotRead(
            path: path,
            reason: "has more than \(Self.mostCalls) calls on \(ServiceDate(dayNumber: day)), too "
                + "many to count one by one")
    }

    // MARK: Parts

    private func stops(of pattern: Int) -> [CalledStops.Call] {
        source.stops?.calls[pattern] ?? []
    }

    private func id(ofStop stop: Int?) -> String? {
        stop.flatMap { source.stops?.stops[$0]?.id }
    }

    /// The columns that name a route and direction.
    private func names(_ direction: Int?) -> Cells {
        guard let direction else { return [nil, nil, nil] }
        let route = network.routes[network.directions[direction].route]
        return [route.id, route.shortName, cell(network.directions[direction].id)]
    }

    private func cell(_ number: Int?) -> String? { number.map { "\($0)" } }

    private func cell(_ number: Double?) -> String? {
        guard let number = number?.thousandths else { return nil }
        return Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }

    private func time(_ seconds: Int?) -> String? {
        seconds.map { ServiceTime(seconds: $0).description }
    }

    private func cells(_ headways: Headways?) -> Cells {
        [headways?.min, headways?.median, headways?.mean, headways?.max].map(cell)
    }

    private func headways(_ starts: [Int]?) -> Headways? {
        let starts = (starts ?? []).map { Int32(truncatingIfNeeded: $0) }.sorted()
        return Headways(Headways.seconds(starts))
    }

    private func forEachRun(on day: Int, _ body: (_ pattern: Int, TimedTrips.Run) -> Void) {
        source.trips.forEachRun(of: source.isRunning(on: day)) { run in
            body(source.trips.groups[run.group].pattern, run)
        }
    }

    // MARK: Routes

    private func routeDays(_ day: Int) -> [Row] {
        let shared = sharedStops(on: day)
        var starts: [Int: [Int]] = [:]
        forEachRun(on: day) { pattern, run in
            guard let direction = network.directionOfPattern[pattern],
                let stop = shared[direction],
                let place = stops(of: pattern).firstIndex(where: { $0.stop == stop }),
                let time = run.departure(place)
            else { return }
            starts[direction, default: []].append(time)
        }
        return ServiceCount(source, on: [day]).directionFigures.map { direction, figures in
            let times: Cells = [figures.firstDeparture, figures.lastArrival]
            let sums = [figures.kilometers, figures.hours].map(cell)
            let own = [
                figures.minHeadway, figures.medianHeadway, figures.meanHeadway, figures.maxHeadway,
            ].map(cell)
            let peak = [cell(figures.peakRuns), figures.peakStart, figures.peakEnd]
            let counts = [figures.trips, figures.runs, figures.departures].map { cell($0) }
            return Row(
                keys: names(direction),
                values: counts + times + sums + own + peak + [id(ofStop: shared[direction])]
                    + cells(headways(starts[direction])))
        }
    }

    /// By direction: the first stop of the pattern with the most runs that all other patterns leave,
    /// too.
    private func sharedStops(on day: Int) -> [Int: Int] {
        let runs = source.runsOfPatterns(on: [day]).filter { $0.value > 0 }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var shared: [Int: [Int]] = [:]
        for (pattern, _) in runs {
            let left = stops(of: pattern).dropLast().compactMap(\.stop)
            // A trip without stop times leaves none.
            guard let direction = network.directionOfPattern[pattern], !left.isEmpty else {
                continue
            }
            let own = Set(left)
            shared[direction] = shared[direction]?.filter(own.contains) ?? left
        }
        return shared.compactMapValues(\.first)
    }

    private func routeHours(_ day: Int) -> [Row] {
        struct Hour: Hashable {
            let direction: Int
            let hour: Int
        }
        struct Counts {
            var starts = 0
            var ends = 0
            var runs = 0
            var seconds = 0
        }
        var hours: [Hour: Counts] = [:]
        forEachRun(on: day) { pattern, run in
            guard let direction = network.directionOfPattern[pattern] else { return }
            func hour(_ time: Int) -> Hour {
                Hour(direction: direction, hour: time >= 0 ? time / 3600 : (time - 3599) / 3600)
            }
            hours[hour(run.start), default: Counts()].starts += 1
            hours[hour(run.end), default: Counts()].ends += 1
            let last = hour(max(run.start, run.end - 1))
            for number in hour(run.start).hour...last.hour {
                let start = max(run.start, number * 3600)
                let end = min(run.end, number * 3600 + 3600)
                let place = Hour(direction: direction, hour: number)
                hours[place, default: Counts()].runs += 1
                hours[place, default: Counts()].seconds += end - start
            }
        }
        let ordered = hours.map { (names($0.key.direction), $0.key.hour, $0.value) }
            .sorted { Self.isBefore(($0.0, $0.1), ($1.0, $1.1)) }
        return ordered.map { names, hour, counts in
            Row(
                keys: names + [cell(hour)],
                values: [counts.starts, counts.ends, counts.runs].map { cell($0) }
                    + [cell(Double(counts.seconds) / 3600)])
        }
    }

    private static func isBefore(_ left: (Cells, Int), _ right: (Cells, Int)) -> Bool {
        let texts = (left.0.map { $0 ?? "" }, right.0.map { $0 ?? "" })
        if texts.0 != texts.1 { return texts.0.lexicographicallyPrecedes(texts.1) }
        return left.1 < right.1
    }

    private func patterns(_ day: Int) -> [Row] {
        var runs: [Int: [(start: Int, end: Int)]] = [:]
        forEachRun(on: day) { pattern, run in
            runs[pattern, default: []].append((run.start, run.end))
        }
        var counts: [Int: RunCount] = [:]
        for part in source.calendar.parts(on: day) {
            counts[part.pattern, default: RunCount()] += part.count
        }
        return counts.sorted { $0.key < $1.key }.map { pattern, count in
            let calls = stops(of: pattern)
            let runs = runs[pattern] ?? []
            let seconds = runs.reduce(0) { $0 + $1.end - $1.start }
            let minutes = runs.isEmpty ? nil : Double(seconds) / Double(runs.count) / 60
            let kilometers = source.lengths.meters[pattern].map { $0 / 1000 }
            let ends = [calls.first?.stop, calls.last?.stop].map(id(ofStop:))
            let times = [runs.map(\.start).min(), runs.map(\.end).max()].map(time)
            return Row(
                keys: [cell(pattern)] + names(network.directionOfPattern[pattern]) + ends
                    + [cell(calls.count)],
                values: [count.trips, count.runs].map { cell($0) } + times
                    + [kilometers, minutes].map(cell) + cells(headways(runs.map(\.start))))
        }
    }

    private func serviceDays(_ day: Int) -> [Row] {
        source.calendar.running(on: day).sorted().map { service in
            let count = source.calendar.services[service]?.count ?? RunCount()
            return Row(
                keys: [serviceIDs[service]],
                values: [count.trips, count.runs, count.departures].map { cell($0) })
        }
    }

    // MARK: Stops

    private func stopDays(_ day: Int) -> [Row] {
        var calls: [Int: Int] = [:]
        var routes: [Int: Set<Int>] = [:]
        for (pattern, runs) in source.runsOfPatterns(on: [day]) where runs > 0 {
            let route = network.directionOfPattern[pattern].map { network.directions[$0].route }
            for call in stops(of: pattern) {
                guard let stop = call.stop else { continue }
                calls[stop, default: 0] += runs
                if let route { routes[stop, default: []].insert(route) }
            }
        }
        var times: [Int: [Int]] = [:]
        forEachRun(on: day) { pattern, run in
            for (place, call) in stops(of: pattern).dropLast().enumerated() where call.isBoardable {
                guard let stop = call.stop, let time = run.departure(place) else { continue }
                times[stop, default: []].append(time)
            }
        }
        return calls.sorted { $0.key < $1.key }.map { stop, calls in
            let times = times[stop] ?? []
            let counts = [routes[stop]?.count ?? 0, calls, times.count].map { cell($0) }
            return Row(
                keys: [id(ofStop: stop), source.stops?.stops[stop]?.name],
                values: counts + [times.min(), times.max()].map(time) + cells(headways(times)))
        }
    }

    private func segments(_ day: Int) -> [Row] {
        struct Segment: Hashable {
            let direction: Int?
            let from: Int
            let to: Int
        }
        struct Sums {
            var runs = 0
            var measured = 0
            var meters = 0.0
            var timed = 0
            var seconds = 0
            var least: Int?
            var most: Int?
            /// Of runs that have both.
            var speedMeters = 0.0
            var speedSeconds = 0

            mutating func add(_ duration: Int, _ meters: Double?) {
                timed += 1
                seconds += duration
                least = min(least ?? duration, duration)
                most = max(most ?? duration, duration)
                guard let meters, duration > 0 else { return }
                speedMeters += meters
                speedSeconds += duration
            }
        }
        var sums: [Segment: Sums] = [:]
        func segments(of pattern: Int) -> [(segment: Segment, place: Int, meters: Double?)] {
            let calls = stops(of: pattern)
            let distances = source.lengths.calls[pattern] ?? []
            return zip(calls.indices.dropFirst(), calls).compactMap { place, previous in
                guard let from = previous.stop, let to = calls[place].stop else { return nil }
                let meters =
                    distances.indices.contains(place)
                    ? distances[place].flatMap { end in distances[place - 1].map { end - $0 } }
                    : nil
                let direction = network.directionOfPattern[pattern]
                return (Segment(direction: direction, from: from, to: to), place, meters)
            }
        }
        let runs = source.runsOfPatterns(on: [day]).filter { $0.value > 0 }
            .sorted { $0.key < $1.key }
        var ofPatterns: [Int: [(segment: Segment, place: Int, meters: Double?)]] = [:]
        for (pattern, runs) in runs {
            let segments = segments(of: pattern)
            ofPatterns[pattern] = segments
            for (segment, _, meters) in segments {
                sums[segment, default: Sums()].runs += runs
                guard let meters else { continue }
                sums[segment]?.measured += runs
                sums[segment]?.meters += meters * Double(runs)
            }
        }
        forEachRun(on: day) { pattern, run in
            for (segment, place, meters) in ofPatterns[pattern] ?? [] {
                guard let calls = run.timing.calls, let start = calls.departure(place - 1),
                    let end = calls.arrival(place)
                else { continue }
                sums[segment]?.add(end - start, meters)
            }
        }
        let ordered = sums.map { segment, sums in
            (names(segment.direction) + [segment.from, segment.to].map(id(ofStop:)), sums)
        }.sorted { Self.isBefore(($0.0, 0), ($1.0, 0)) }
        return ordered.map { keys, sums in
            let mean = sums.timed > 0 ? Double(sums.seconds) / Double(sums.timed) : nil
            let meters = sums.measured > 0 ? sums.meters / Double(sums.measured) : nil
            let speed =
                sums.speedSeconds > 0 ? sums.speedMeters / Double(sums.speedSeconds) * 3.6 : nil
            return Row(
                keys: keys,
                values: [
                    cell(sums.runs), cell(meters), cell(sums.least), cell(mean),
                    cell(sums.most), cell(speed),
                ])
        }
    }

    private func calls(_ day: Int) -> [Row] {
        let runs = source.runsOfPatterns(on: [day]).filter { $0.value > 0 }
        return runs.sorted { $0.key < $1.key }.flatMap { pattern, runs in
            let distances = source.lengths.calls[pattern] ?? []
            return stops(of: pattern).enumerated().map { place, call in
                Row(
                    keys: [cell(pattern)] + names(network.directionOfPattern[pattern])
                        + [cell(call.sequence), id(ofStop: call.stop)],
                    values: [
                        cell(runs),
                        cell(distances.indices.contains(place) ? distances[place] : nil),
                    ])
            }
        }
    }
}

extension TimedTrips.Run {
    /// As boards list it: published, or interpolated between published times.
    fileprivate func departure(_ position: Int) -> Int? {
        guard let calls = timing.calls else { return nil }
        let offset =
            calls.departure(position) ?? calls.arrival(position)
            ?? calls.interpolatedTime(position)
        return offset.map { origin + $0 }
    }
}
