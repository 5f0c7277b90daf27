import TransitModel

struct MergedRun: Sendable {
    enum Course: UInt8 {
        case running, canceled
        /// Riders do not see the run at all.
        case deleted
        /// A run that lists its own calls replaces it.
        case replaced
        /// The last call is over: calls without their own update leave the boards.
        case finished
    }

    /// The instant of 00:00:00 of the service day.
    let dayStart: Int
    /// Its updates in ``MergedTrips/calls``, by `stop_sequence`.
    let calls: Range<Int32>
    let initial: CarriedDelay
    /// The index of a vehicle; -1 without one.
    var vehicle = Int32(-1)
    /// The index of a headsign; -1 without one.
    var headsign = Int32(-1)
    /// The number of the source of its update in ``MergedTrips/marks``.
    let source: UInt8
    /// The last property, so that both take no more than their bytes in a ``RunTable``.
    let course: Course

    init(
        _ course: Course, source: UInt8, dayStart: Int, calls: Range<Int32> = 0..<0,
        initial: CarriedDelay = .unknown
    ) {
        self.dayStart = dayStart
        self.calls = calls
        self.initial = initial
        self.source = source
        self.course = course
    }
}

/// Identifies a run: a trip, its service day and, for a run of `frequencies.txt` or an added one,
/// its start.
struct RunKey: Hashable, Sendable {
    let tripID: TripID
    /// The service day, in days since 1970-01-01.
    let day: Int
    /// Seconds of the service day.
    let start: Int?

    init(_ tripID: String, day: Int, start: Int?) {
        self.tripID = TripID(tripID)
        self.day = day
        self.start = start
    }
}
