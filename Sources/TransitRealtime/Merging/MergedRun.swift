import TransitModel

/// A run of the timetable with what its update says.
struct MergedRun: Sendable {
    /// Whether the run is on boards.
    enum Course: UInt8 {
        case running, canceled
        /// `DELETED`, or a replacement stands in for it.
        case gone
        /// The last call is over: calls without an update of their own leave the boards.
        case finished
    }

    var course: Course
    /// The instant of 00:00:00 of its service day.
    let dayStart: Int
    /// Its updates in ``MergedTrips/calls``, by `stop_sequence`.
    var calls: Range<Int32>
    /// The delay of calls before the first update.
    var initial = CarriedDelay.unknown
    /// Index of a vehicle; -1 without.
    var vehicle = Int32(-1)
}

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
