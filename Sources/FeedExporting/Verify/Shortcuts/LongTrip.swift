/// How much of a trip is read through the view of stop times, when the trip has more calls than any
/// timetable.
///
/// The view finds a value by its place in a text, and SQLite walks there from the beginning. So the
/// time for a call grows with the calls of the trip: a million take hours, and fit in an archive of
/// six megabytes. Therefore only some are read; the tables prove all of them.
enum LongTrip {
    /// The most calls of a trip that is not considered long.
    private static let longest = 1_000
    /// How many calls of a long trip are read.
    private static let asked = 100

    static func isLong(_ calls: Int) -> Bool { calls > longest }

    /// The way on when the tables do not prove some calls.
    ///
    /// - Parameters:
    ///   - unproven: their places.
    ///   - count: the number of calls if the view must be read for the trip in any case, or 0.
    static func verdict(_ unproven: [Int], asksFor count: Int) -> GroupEvidence {
        var places = Set(unproven.prefix(asked))
        let untold = unproven.count - places.count
        for place in 0..<min(count, asked) { places.insert(place * (count - 1) / (asked - 1)) }
        return places.isEmpty ? .proven : .viewTellsOf(places.sorted(), untold: untold)
    }

    /// The way on when the tables prove nothing.
    static func unknown(_ rows: Int) -> GroupEvidence {
        verdict(Array(0..<rows), asksFor: 0)
    }
}
