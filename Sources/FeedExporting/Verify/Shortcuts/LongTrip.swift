/// What is asked of the view of stop times where a trip has more calls than any timetable has.
///
/// The view finds a value by its place in a text, and SQLite walks to it from the beginning: a call
/// takes as long as the trip has calls, a million of them take hours, and an archive of six megabytes
/// has them. So only some are asked for; the tables prove all of them.
enum LongTrip {
    /// The most calls of a trip that is not long.
    private static let longest = 1_000
    /// So many calls of a long trip are asked for.
    private static let asked = 100

    static func isLong(_ calls: Int) -> Bool { calls > longest }

    /// What to do where the tables do not prove some calls.
    ///
    /// - Parameters:
    ///   - unproven: their places.
    ///   - count: the calls of the trip when the view has to be asked for it in any case, or 0.
    static func verdict(_ unproven: [Int], asksFor count: Int) -> GroupVerdict {
        var places = Set(unproven.prefix(asked))
        let untold = unproven.count - places.count
        for place in 0..<min(count, asked) { places.insert(place * (count - 1) / (asked - 1)) }
        return places.isEmpty ? .proven : .viewTellsOf(places.sorted(), untold: untold)
    }

    /// What to do where the tables prove nothing.
    static func unknown(_ rows: Int) -> GroupVerdict {
        verdict(Array(0..<rows), asksFor: 0)
    }
}
