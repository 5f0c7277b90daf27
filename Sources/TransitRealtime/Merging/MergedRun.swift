import TransitModel

struct MergedRun: Sendable {
    /// Rules 18, 19 and 23.
    enum Course: UInt8 {
        case running, canceled
        case deleted
        case replaced
        /// The last call is over: calls without their own update leave the boards.
        case finished
    }

    /// The instant of 00:00:00 of the service day.
    let dayStart: Int
    /// Its updates in ``MergedTrips/calls``, by `stop_sequence`.
    let calls: Range<Int32>
    let initial: CarriedDelay
    var vehicle = Int32(-1)
    var headsign = Int32(-1)
    /// In ``MergedTrips/marks``.
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

/// The start is for a run of `frequencies.txt` or an added one.
struct RunKey: Hashable, Sendable {
    let tripID: TripID
    /// In days since 1970-01-01.
    let day: Int
    /// In seconds of the service day.
    let start: Int?

    init(_ tripID: String, day: Int, start: Int?) {
        self.tripID = TripID(tripID)
        self.day = day
        self.start = start
    }
}
