/// Consecutive rows of one trip in a chunk of `stop_times.txt`, in the order of their sequences and
/// with nothing unusual.
struct StopTimeRun: BitwiseCopyable {
    /// The trip's id, in the chunk.
    let id: UnsafeRawBufferPointer
    // Four bytes each: in a file that is not sorted there is a run for each row.
    private let startPlace: Int32
    private var endPlace: Int32 = 0
    private var marks: Int32 = 0
    private let firstRow: Int32
    private var rowCount: Int32 = 0
    private var stop: Int32 = -1
    /// The smallest time; `Int32.max` when there is none.
    var firstTime = Int32.max
    var hasUntimed = false
    var hasDistances = false
    var hasHeadsigns = false

    init(_ id: UnsafeRawBufferPointer, start: Int, first: Int) {
        self.id = id
        startPlace = Int32(truncatingIfNeeded: start)
        firstRow = Int32(truncatingIfNeeded: first)
    }

    /// Where the first row begins in the chunk.
    var start: Int { Int(startPlace) }
    /// The end of the last row.
    var end: Int {
        get { Int(endPlace) }
        set { endPlace = Int32(truncatingIfNeeded: newValue) }
    }
    /// How many of the chunk's marks come before ``end``.
    var passedMarks: Int {
        get { Int(marks) }
        set { marks = Int32(truncatingIfNeeded: newValue) }
    }
    /// Where the rows are in their block.
    var first: Int { Int(firstRow) }
    var count: Int { Int(rowCount) }
    /// The number of the last row's stop; -1 when it names none.
    var lastStop: Int {
        get { Int(stop) }
        set { stop = Int32(truncatingIfNeeded: newValue) }
    }

    /// Notes what a row adds to the run.
    @inline(__always)
    mutating func note(_ row: StopTimeRow) {
        rowCount &+= 1
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
