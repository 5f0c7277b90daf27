import FeedCompiling

/// The lists of a feed's trips, for visiting many trips: taken from `CallColumns` once, because
/// threads that count references to the same object at the same time wait for each other.
///
/// A class, with one object for each visit: visiting a trip counts only its references, not those
/// of seven lists.
package final class TripLists {
    private let callList: [Int32]
    private let timeList: [Int32]
    private let distanceList: [Int32]
    private let origin: [Int32]
    private let allCalls: IDTable
    private let allTimes: IDTable
    private let allDistances: IDTable

    package init(_ calls: CallColumns) {
        callList = calls.columns.callList
        timeList = calls.columns.timeList
        distanceList = calls.columns.distanceList
        origin = calls.columns.origin
        allCalls = calls.lists.calls
        allTimes = calls.lists.times
        allDistances = calls.lists.distances
    }

    @inline(__always)
    func hasCalls(_ trip: Int) -> Bool { callNumber(trip) >= 0 }

    /// The number in `CallColumns.callLists`, which equal calls share; -1 without a row.
    @inline(__always)
    func callNumber(_ trip: Int) -> Int { trip < callList.count ? Int(callList[trip]) : -1 }

    @inline(__always)
    func distanceNumber(_ trip: Int) -> Int {
        trip < distanceList.count ? Int(distanceList[trip]) : -1
    }

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

    @inline(__always)
    func origin(_ trip: Int) -> Int { trip < origin.count ? Int(origin[trip]) : 0 }

    @inline(__always)
    static func list<Value>(
        _ trip: Int, _ numbers: [Int32], in lists: IDTable
    ) -> UnsafeBufferPointer<Value> {
        guard trip < numbers.count, numbers[trip] >= 0 else { return .init(start: nil, count: 0) }
        return lists[Int(numbers[trip])].bindMemory(to: Value.self)
    }
}
