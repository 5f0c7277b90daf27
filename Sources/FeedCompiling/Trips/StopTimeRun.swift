/// Consecutive rows of one trip in a chunk of `stop_times.txt`, in the order of their sequences and
/// with nothing unusual.
struct StopTimeRun: BitwiseCopyable {
    /// The trip's id, in the chunk.
    let id: UnsafeRawBufferPointer
    /// Where the first row begins in the chunk.
    let start: Int
    /// The end of the last row.
    var end = 0
    /// How many of the chunk's marks come before ``end``.
    var passedMarks = 0
    /// Where the rows are in their block.
    let first: Int
    var count = 0
    /// The smallest time; `Int32.max` when there is none.
    var firstTime = Int32.max
    var hasUntimed = false
    var hasDistances = false
    var hasHeadsigns = false
    /// The number of the last row's stop; -1 when it names none.
    var lastStop = -1

    init(_ id: UnsafeRawBufferPointer, start: Int, first: Int) {
        self.id = id
        self.start = start
        self.first = first
    }

    /// Notes what a row adds to the run.
    @inline(__always)
    mutating func note(_ row: StopTimeRow) {
        count &+= 1
        if row.arrival >= 0 {
            firstTime = min(firstTime, row.arrival)
        } else if row.departure >= 0 {
            firstTime = min(firstTime, row.departure)
        } else {
            hasUntimed = true
        }
        if !row.distance.isNaN { hasDistances = true }
    }
}
