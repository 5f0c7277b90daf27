import BundleCodec
import GRDB
import TransitModel

/// The trips that `frequencies.txt` repeats, by pattern.
struct FrequencyTrips: Sendable {
    /// One row of `frequencies.txt`.
    typealias Headway = RunInterval

    /// By `trip`, in the order of their starts, which differ: with the trip they are the key.
    let headways: [Int64: [Headway]]
    /// The trips of which a headway begins before an earlier one ends.
    private let overlapping: Set<Int64>
    /// By `pattern`: its trips that are repeated.
    let tripsOfPattern: [Int64: [Int64]]
    /// The latest end of a headway.
    let lastEnd: Int

    init(_ db: Database) throws {
        var headways: [Int64: [Headway]] = [:]
        var trips: [Int64: [Int64]] = [:]
        var overlapping: Set<Int64> = []
        var lastEnd = 0
        var ends: [Int64: Int] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT t.trip, d.pattern, f.start_timestamp, f.end_timestamp, f.headway_secs,
                  f.exact_times
                FROM frequencies f
                JOIN trip t ON t.trip_id = f.trip_id
                JOIN trip_group d ON d.trip_group = t.trip_group
                ORDER BY t.trip, f.start_timestamp
                """)
        while let row = try rows.next() {
            guard let trip = row.integer("trip"), let pattern = row.integer("pattern") else {
                continue
            }
            if headways[Int64(trip)] == nil {
                // Even if its headways make no sense, the trip's own times are not departures.
                headways[Int64(trip)] = []
                trips[Int64(pattern), default: []].append(Int64(trip))
            }
            let headway = Headway(
                start: row.integer("start_timestamp"), end: row.integer("end_timestamp"),
                seconds: row.integer("headway_secs"), exactTimes: row.integer("exact_times"))
            guard let headway else { continue }
            if headway.start < ends[Int64(trip)] ?? 0 { overlapping.insert(Int64(trip)) }
            ends[Int64(trip)] = max(headway.end, ends[Int64(trip)] ?? 0)
            lastEnd = max(lastEnd, headway.end)
            headways[Int64(trip)]?.append(headway)
        }
        self.headways = headways
        self.overlapping = overlapping
        tripsOfPattern = trips
        self.lastEnd = lastEnd
    }
    /// The headways of a trip, each with the starts of its runs in a range. A run is its trip, its
    /// day and its start: one that several headways give is there once, with the first of them.
    ///
    /// - Parameter most: the most starts of one headway that are looked at.
    func runs(
        of trip: Int64, startingIn range: Range<Int> = Headway.times, most: Int = .max
    ) -> [(headway: Headway, starts: [Int])] {
        var seen: Set<Int>? = overlapping.contains(trip) ? [] : nil
        return (headways[trip] ?? []).map { headway in
            let starts = headway.starts(in: range).prefix(most)
            return (headway, starts.filter { seen?.insert($0).inserted ?? true })
        }
    }

    /// The headway of a run that starts at a time; nil when none has such a run.
    func headway(of trip: Int64, at time: Int) -> Headway? {
        let around = (headways[trip] ?? []).filter { $0.start..<$0.end ~= time }
        // Vehicles that come about every so many seconds may start in between.
        return around.first { (time - $0.start) % $0.seconds == 0 }
            ?? around.first { $0.exactTimes != 1 }
    }
}
