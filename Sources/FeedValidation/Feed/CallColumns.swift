package import FeedCompiling

/// The rows of `stop_times.txt`, by trip and in the order of `stop_sequence`.
///
/// Trips share their lists: a list of calls, of times since the trip's origin, and of distances.
/// Memory grows with distinct lists, not with rows. Written by the loader alone, then only read:
/// that accesses do not overlap is not checked at run time.
public final class CallColumns {
    public internal(set) var state = FileState.missing
    public internal(set) var rowCount = 0
    /// Whether a row has a `stop_headsign`.
    public internal(set) var hasHeadsigns = false
    /// Lists of `Call`, `CallTimes` and `Double` (NaN when blank), as bytes.
    package let callLists = IDTable(capacity: 1024)
    package let timeLists = IDTable(capacity: 1024)
    package let distanceLists = IDTable(capacity: 256)
    @exclusivity(unchecked) package internal(set) var extras = [CallExtra()]
    /// By trip; -1 for a trip without calls.
    @exclusivity(unchecked) package internal(set) var callList: [Int32] = []
    @exclusivity(unchecked) package internal(set) var timeList: [Int32] = []
    @exclusivity(unchecked) package internal(set) var distanceList: [Int32] = []
    /// By trip: its smallest time in seconds.
    @exclusivity(unchecked) package internal(set) var origin: [Int32] = []
    /// By trip: the row of its first call when the others follow it, else -1 - index in `rowLists`.
    @exclusivity(unchecked) package internal(set) var rows: [Int32] = []
    @exclusivity(unchecked) package internal(set) var rowLists: [[Int32]] = []
    /// By trip: whether its rows are not next to each other, or not in the order of their numbers.
    @exclusivity(unchecked) package internal(set) var isUnsorted: [Bool] = []

    /// The calls of a trip; none when it has no row.
    package func calls(_ trip: Int) -> UnsafeBufferPointer<Call> {
        guard trip < callList.count, callList[trip] >= 0 else { return .init(start: nil, count: 0) }
        return callLists[Int(callList[trip])].bindMemory(to: Call.self)
    }

    package func times(_ trip: Int) -> UnsafeBufferPointer<CallTimes> {
        guard trip < timeList.count, timeList[trip] >= 0 else { return .init(start: nil, count: 0) }
        return timeLists[Int(timeList[trip])].bindMemory(to: CallTimes.self)
    }

    package func distances(_ trip: Int) -> UnsafeBufferPointer<Double> {
        guard trip < distanceList.count, distanceList[trip] >= 0 else {
            return .init(start: nil, count: 0)
        }
        return distanceLists[Int(distanceList[trip])].bindMemory(to: Double.self)
    }

    /// The row of a trip's call in the file.
    package func row(_ trip: Int, _ position: Int) -> Int {
        let first = rows[trip]
        return first >= 0
            ? Int(first) + position : Int(rowLists[Int(-1 - first)][position])
    }
}
