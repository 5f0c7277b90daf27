struct BusyTimes {
    private let network: Network
    /// By direction, in seconds.
    private(set) var headways: [[Int32]]
    private(set) var directions: [RunPeak?]
    private(set) var routes: [RunPeak?]
    private(set) var modes: [RunPeak?]
    private(set) var total: RunPeak?
    var isWhole = true

    init(_ network: Network) {
        self.network = network
        headways = network.directions.map { _ in [] }
        directions = network.directions.map { _ in nil }
        routes = network.routes.map { _ in nil }
        modes = network.modes.map { _ in nil }
    }

    mutating func add(_ spans: [RunSpan]) {
        let spans = spans.filter { $0.direction >= 0 }.sorted { $0.start < $1.start }
        let ofDirections = Self.split(spans, directions.count) { Int($0.direction) }
        for (place, spans) in ofDirections.enumerated() {
            headways[place] += Headways.seconds(spans.map(\.start))
        }
        let route = network.directions.map(\.route)
        let mode = route.map { network.routes[$0].mode }
        Self.raise(&directions, ofDirections)
        Self.raise(&routes, Self.split(spans, routes.count) { route[Int($0.direction)] })
        Self.raise(&modes, Self.split(spans, modes.count) { mode[Int($0.direction)] })
        var all = [total]
        Self.raise(&all, [spans])
        total = all[0]
    }

    private static func split(
        _ spans: [RunSpan], _ count: Int, by place: (RunSpan) -> Int
    ) -> [[RunSpan]] {
        var parts = [[RunSpan]](repeating: [], count: count)
        for span in spans { parts[place(span)].append(span) }
        return parts
    }

    private static func raise(_ peaks: inout [RunPeak?], _ parts: [[RunSpan]]) {
        for (place, spans) in parts.enumerated() {
            let peak = RunPeak(starts: spans.map(\.start), ends: spans.map(\.end))
            guard let peak else { continue }
            if peaks[place].map({ $0 < peak }) ?? true { peaks[place] = peak }
        }
    }
}

/// In seconds of the service day.
struct RunSpan {
    /// In a list of routes and directions.
    let direction: Int32
    let start: Int32
    let end: Int32
}

/// In seconds of the service day.
struct RunPeak {
    let runs: Int
    let start: Int
    let end: Int

    /// Nil when no run takes any time. Starts ascend; ends may have any order.
    init?(starts: [Int32], ends: [Int32]) {
        let ends = ends.sorted()
        var started = 0
        var ended = 0
        var best: (runs: Int, start: Int32, end: Int32)?
        // The time since when as many runs are under way as now.
        var since = (runs: 0, start: Int32.min)
        while ended < ends.count {
            let time =
                started < starts.count ? min(starts[started], ends[ended]) : ends[ended]
            while started < starts.count, starts[started] == time { started += 1 }
            while ended < ends.count, ends[ended] == time { ended += 1 }
            guard started - ended != since.runs else { continue }
            let isMore = best.map {
                since.runs > $0.runs
                    || since.runs == $0.runs
                        && Int(time) - Int(since.start) > Int($0.end) - Int($0.start)
            }
            if since.runs > 0, isMore ?? true { best = (since.runs, since.start, time) }
            since = (started - ended, time)
        }
        guard let best else { return nil }
        runs = best.runs
        start = Int(best.start)
        end = Int(best.end)
    }

    static func < (peak: RunPeak, other: RunPeak) -> Bool {
        (peak.runs, peak.end - peak.start) < (other.runs, other.end - other.start)
    }
}

enum Headways {
    /// Starts outside of the day's busy part do not count: the night's last run gives no headway.
    private static let hours: ClosedRange<Int32> = 7 * 3600...19 * 3600

    static func seconds(_ starts: [Int32]) -> [Int32] {
        let starts = starts.filter { hours ~= $0 }
        return zip(starts.dropFirst(), starts).map { $0 - $1 }
    }
}
