import BundleCodec
import BundleWriting
import SQLiteLayer

/// All that figures of some days are counted from, read once.
struct ServiceSource {
    let calendar: RunCalendar
    let network: Network
    let lengths: PatternLengths
    let trips: TimedTrips
    let stops: CalledStops?

    /// Whether to keep the times of all calls, and their distances.
    init(
        _ connection: Connection, _ calendar: RunCalendar, on days: [Int], withCalls: Bool = false,
        withDistances: Bool = false
    ) throws {
        self.calendar = calendar
        network = try Network(connection)
        let services = days.reduce(into: Set<Int>()) { $0.formUnion(calendar.running(on: $1)) }
        let patterns = days.reduce(into: Set<Int>()) { patterns, day in
            patterns.formUnion(calendar.parts(on: day).map(\.pattern))
        }
        lengths = try PatternLengths(connection, of: patterns, withCalls: withDistances)
        trips = try TimedTrips(connection, of: services, withCalls: withCalls)
        stops = withCalls ? try CalledStops(connection) : nil
    }

    func runsOfPatterns(on days: [Int]) -> [Int: Int] {
        days.reduce(into: [:]) { runs, day in
            for part in calendar.parts(on: day) {
                runs[part.pattern, default: 0] &+= part.count.runs
            }
        }
    }

    /// By group of trips.
    func isRunning(on day: Int) -> [Bool] {
        let services = calendar.running(on: day)
        return trips.groups.map { services.contains($0.service) }
    }
}
