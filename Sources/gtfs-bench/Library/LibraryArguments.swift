import Foundation
import GRDB
import TransitBundle

/// Random arguments for questions to the library: stops, routes and trips of a bundle, and days on
/// which they are served.
struct LibraryArguments {
    let bundle: TransitBundle
    private var random: SplitMix64
    private let sample: SampleArguments
    private let stops: [Stop]
    private let routes: [Route]
    /// The stop with the most calls.
    let busiestStop: Stop?
    /// The station with the most calls at its platforms; without stations, the busiest stop.
    let largestStation: Stop?
    /// The route with the most trips.
    let largestRoute: Route?
    /// The day on which most trips call at the busiest stop.
    let busiestDate: ServiceDate
    /// The day on which most trips call at the largest station.
    let stationDate: ServiceDate

    init(_ bundle: TransitBundle, seed: UInt64) async throws {
        self.bundle = bundle
        random = SplitMix64(seed: seed)
        sample = try await bundle.read { try SampleArguments($0, seed: seed) }
        stops = try await bundle.read { try Stop.fetchAll($0) }.filter { $0.coordinate != nil }
        routes = try await bundle.routes()
        let byID = Dictionary(
            stops.map { ($0.stopID, $0) }, uniquingKeysWith: { first, _ in first })
        let busiest = sample.stops.first.flatMap { byID[$0] }
        busiestStop = busiest
        busiestDate = try Self.date(sample.busiestDate)
        let (station, route) = try await bundle.read { db in
            (
                try String.fetchOne(db, sql: Self.largestStation),
                try Int64.fetchOne(db, sql: Self.largestRoute)
            )
        }
        largestStation = station.flatMap { byID[$0] } ?? busiest
        let platform = sample.stops.first { byID[$0]?.parentStation == station }
        stationDate = try await Self.date(
            bundle.read { try SampleArguments.date($0, platform ?? busiest?.stopID) })
        largestRoute = routes.first { $0.rid == route }
    }

    private static let largestStation = """
        SELECT s.parent_station FROM stops s
        JOIN pattern_stops ps ON ps.sid = s.sid
        JOIN trip_group d ON d.pattern = ps.pattern
        JOIN trip t ON t.trip_group = d.trip_group
        WHERE s.parent_station IS NOT NULL
        GROUP BY s.parent_station ORDER BY count(*) DESC LIMIT 1
        """
    private static let largestRoute = """
        SELECT p.rid FROM pattern p JOIN trip_group d ON d.pattern = p.pattern
        JOIN trip t ON t.trip_group = d.trip_group
        WHERE p.rid IN (SELECT rid FROM routes) GROUP BY p.rid ORDER BY count(*) DESC LIMIT 1
        """

    mutating func stop() -> Stop? { stops.randomElement(using: &random) }

    mutating func stops(_ count: Int) -> [Stop] {
        (0..<count).compactMap { _ in stops.randomElement(using: &random) }
    }

    /// A stop where trips call.
    mutating func servedStop() async throws -> Stop? {
        guard let id = sample.stops.randomElement(using: &random) else { return nil }
        return try await bundle.stop(id: id)
    }

    mutating func route() -> Route? { routes.randomElement(using: &random) }

    mutating func trip() async throws -> Trip? {
        guard let id = sample.trips.randomElement(using: &random) else { return nil }
        return try await bundle.trip(id: id)
    }

    mutating func letter() -> String? {
        "abcdefghijklmnopqrstuvwxyz0123456789".randomElement(using: &random).map(String.init)
    }

    /// The first letters of a word of a stop's name, as somebody types it.
    mutating func prefix(_ length: Int) -> String? {
        sample.words.randomElement(using: &random).map { String($0.prefix(length)) }
    }

    /// Two words of a stop's name, the second half typed, in any order.
    mutating func twoWords() -> String? {
        // Some names have only one word.
        for _ in 0..<100 {
            let words = (stop()?.stopName ?? "").split(separator: " ").shuffled(using: &random)
            if words.count > 1 { return "\(words[0]) \(words[1].prefix(3))" }
        }
        return nil
    }

    /// A place within a kilometre or so of a stop.
    mutating func placeInTown() -> Coordinate? {
        stop()?.coordinate.map {
            Coordinate(
                latitude: $0.latitude + Double.random(in: -0.01...0.01, using: &random),
                longitude: $0.longitude + Double.random(in: -0.01...0.01, using: &random))
        }
    }

    /// Anywhere between the polar circles: mostly far out at sea.
    mutating func placeOnEarth() -> Coordinate {
        Coordinate(
            latitude: Double.random(in: -66...66, using: &random),
            longitude: Double.random(in: -180...180, using: &random))
    }

    /// The day on which most trips call at a stop.
    func date(at stop: Stop) async throws -> ServiceDate {
        try await Self.date(bundle.read { try SampleArguments.date($0, stop.stopID) })
    }

    /// A day on which many trips of a route run.
    func date(of route: Route) async throws -> ServiceDate {
        let stop = try await bundle.stops(of: route).first
        return if let stop { try await date(at: stop) } else { busiestDate }
    }

    /// The beginning of an hour between 6:00 and 22:00 of a day.
    mutating func hour(of date: ServiceDate) -> Date {
        let hour = Int.random(in: 6...21, using: &random)
        return ServiceClock(timeZone: bundle.timeZone).start(of: date)
            .addingTimeInterval(Double(hour) * 3600)
    }

    /// Two numbers below `count`, in order, that are not the same.
    mutating func pair(below count: Int) -> (Int, Int)? {
        guard count > 1 else { return nil }
        let first = Int.random(in: 0..<count - 1, using: &random)
        return (first, Int.random(in: first + 1..<count, using: &random))
    }

    private static func date(_ text: String) throws -> ServiceDate {
        guard let number = Int32(text.filter { $0 != "-" }),
            let date = ServiceDate(yyyymmdd: number)
        else { throw BenchmarkError("no such day: \(text)") }
        return date
    }
}
