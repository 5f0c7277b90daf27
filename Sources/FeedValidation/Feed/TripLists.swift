import FeedCompiling

/// The lists of a feed's trips, for whoever visits many trips: taken out of `CallColumns` once,
/// because each look at a property of a class counts references, and threads that count the same
/// ones at the same time wait for each other.
package struct TripLists {
    private let callList: [Int32]
    private let timeList: [Int32]
    private let distanceList: [Int32]
    private let origin: [Int32]
    private let allCalls: IDTable
    private let allTimes: IDTable
    private let allDistances: IDTable

    package init(_ columns: CallColumns) {
        callList = columns.callList
        timeList = columns.timeList
        distanceList = columns.distanceList
        origin = columns.origin
        allCalls = columns.lists.calls
        allTimes = columns.lists.times
        allDistances = columns.lists.distances
    }

    /// Whether `stop_times.txt` has a row of the trip.
    @inline(__always)
    func hasCalls(_ trip: Int) -> Bool { trip < callList.count && callList[trip] >= 0 }

    /// The calls of a trip; none when it has no row.
    @inline(__always)
    func calls(_ trip: Int) -> UnsafeBufferPointer<ListedCall> {
        Self.list(trip, callList, in: allCalls)
    }

    @inline(__always)
    func times(_ trip: Int) -> UnsafeBufferPointer<CallTimes> {
        Self.list(trip, timeList, in: allTimes)
    }

    @inline(__always)
    func distances(_ trip: Int) -> UnsafeBufferPointer<Double> {
        Self.list(trip, distanceList, in: allDistances)
    }

    /// The trip's smallest time in seconds.
    @inline(__always)
    func origin(_ trip: Int) -> Int { trip < origin.count ? Int(origin[trip]) : 0 }

    /// A trip's list out of all lists; empty when it has none.
    @inline(__always)
    static func list<Value>(
        _ trip: Int, _ numbers: [Int32], in lists: IDTable
    ) -> UnsafeBufferPointer<Value> {
        guard trip < numbers.count, numbers[trip] >= 0 else { return .init(start: nil, count: 0) }
        return lists[Int(numbers[trip])].bindMemory(to: Value.self)
    }
}
