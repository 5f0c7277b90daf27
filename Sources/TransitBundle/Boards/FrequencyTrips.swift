import BundleCodec
import SQLiteLayer
import TransitModel

struct FrequencyTrips: Sendable {
    typealias Headway = RunInterval

    /// By `trip`, in the order of their starts, which differ: with the trip they are the key.
    let headways: [Int64: [Headway]]
    /// A headway begins before an earlier one ends.
    private let overlapping: Set<Int64>
    let tripsOfGroup: [Int64: [Int64]]
    let lastEnd: Int

    init(_ db: Database) throws {
        var headways: [Int64: [Headway]] = [:]
        var trips: [Int64: [Int64]] = [:]
        var overlapping: Set<Int64> = []
        var lastEnd = 0
        var ends: [Int64: Int] = [:]
        try db.readRows(Self.rows) { row in
            guard let trip = row.key(0), let group = row.key(1) else { return }
            if headways[trip] == nil {
                // Even if its headways make no sense, the trip's own times are not departures.
                headways[trip] = []
                trips[group, default: []].append(trip)
            }
            let headway = Headway(
                start: row.integer(2), end: row.integer(3), seconds: row.integer(4),
                exactTimes: row.integer(5))
            guard let headway else { return }
            if headway.start < ends[trip] ?? 0 { overlapping.insert(trip) }
            ends[trip] = max(headway.end, ends[trip] ?? 0)
            lastEnd = max(lastEnd, headway.end)
            headways[trip]?.append(headway)
        }
        self.headways = headways
        self.overlapping = overlapping
        tripsOfGroup = trips
        self.lastEnd = lastEnd
    }

    private static let rows = """
        SELECT t.trip, t.trip_group, f.start_timestamp, f.end_timestamp, f.headway_secs,
          f.exact_times
        FROM frequencies f
        JOIN trip t ON t.trip_id = f.trip_id
        ORDER BY t.trip, f.start_timestamp
        """

    /// The headways of a trip, each with the starts of its runs in a range. A run is identified by
    /// its trip, its day and its start: if several headways give it, it is listed once, with the
    /// first of them.
    func runs(
        of trip: Int64, startingIn range: Range<Int> = Headway.times, most: Int = .max
    ) -> [(headway: Headway, starts: [Int])] {
        var seen: Set<Int>? = overlapping.contains(trip) ? [] : nil
        return (headways[trip] ?? []).map { headway in
            let starts = headway.starts(in: range).prefix(most)
            return (headway, starts.filter { seen?.insert($0).inserted ?? true })
        }
    }

    func headway(of trip: Int64, at time: Int) -> Headway? {
        let around = (headways[trip] ?? []).filter { $0.start..<$0.end ~= time }
        // Vehicles that come about every so many seconds may start in between.
        return around.first { (time - $0.start) % $0.seconds == 0 }
            ?? around.first { $0.exactTimes != 1 }
    }
}
