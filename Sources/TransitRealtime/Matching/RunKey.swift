import TransitModel

/// Names a run: a trip, its service day, and its start for one of `frequencies.txt` or an added one.
struct RunKey: Hashable, Sendable {
    let tripID: TripID
    /// Days since 1970-01-01.
    let day: Int
    /// Seconds of the service day.
    let start: Int?

    init(_ tripID: String, day: Int, start: Int?) {
        self.tripID = TripID(tripID)
        self.day = day
        self.start = start
    }
}
