package import FeedCompiling
import FeedReading

/// The rows of `stop_times.txt`, by trip and in the order of `stop_sequence`.
///
/// Trips share their lists: a list of calls, of times since the trip's origin, and of distances.
/// Memory grows with distinct lists, not with rows. Only the loader writes it, then it is only
/// read; overlapping accesses are not checked at run time.
package final class CallColumns {
    struct Columns {
        /// The first entry is for all other calls.
        var extras = [OnDemandCall()]
        /// -1 for a trip without calls.
        var callList: [Int32] = []
        var timeList: [Int32] = []
        var distanceList: [Int32] = []
        /// In seconds.
        var origin: [Int32] = []
        /// By trip: the row of its first call when the others follow it, else -1 - index in `rowLists`.
        var rows: [Int32] = []
        /// Rows of these trips are not next to each other, or not in the order of their numbers.
        var isUnsorted: [Bool] = []

        /// Appends trips without calls.
        mutating func append(_ count: Int) {
            callList += repeatElement(-1, count: count)
            timeList += repeatElement(-1, count: count)
            distanceList += repeatElement(-1, count: count)
            origin += repeatElement(0, count: count)
            rows += repeatElement(0, count: count)
            isUnsorted += repeatElement(false, count: count)
        }
    }

    /// The outcome of reading the file.
    package internal(set) var state = FileState.missing
    /// The number of rows in the file.
    package internal(set) var rowCount = 0
    /// Whether a row has a `stop_headsign`.
    package internal(set) var hasHeadsigns = false
    package let lists = CallLists()
    var callLists: IDTable { lists.calls }
    @exclusivity(unchecked) var columns = Columns()
    /// By trip: rows that are not calls, see ``ExcludedCall``. Under `--compat canonical` they are
    /// calls as well.
    @exclusivity(unchecked) var aside: [Int: [ExcludedCall]] = [:]
    let rowLists: RowLists

    init(temporaryDirectory: String) { rowLists = RowLists(directory: temporaryDirectory) }

    package func calls(_ trip: Int) -> UnsafeBufferPointer<ListedCall> {
        TripLists.list(trip, columns.callList, in: callLists)
    }

    package func times(_ trip: Int) -> UnsafeBufferPointer<CallTimes> {
        TripLists.list(trip, columns.timeList, in: lists.times)
    }

    package func distances(_ trip: Int) -> UnsafeBufferPointer<Double> {
        TripLists.list(trip, columns.distanceList, in: lists.distances)
    }

    package func row(_ trip: Int, _ position: Int) -> Int {
        let first = columns.rows[trip]
        return first >= 0
            ? Int(first) + position : Int(rowLists[Int(-1 - first), position])
    }

    func rows(_ trip: Int) -> [Int32] {
        let first = columns.rows[trip]
        return first >= 0
            ? Array(first..<first + Int32(calls(trip).count)) : rowLists[Int(-1 - first)]
    }
}

/// A row of `stop_times.txt` that is not a call of its trip, nor of a bundle's: its `stop_sequence`
/// could not be used, or an earlier row has the same. A row without a `trip_id` may belong to the
/// trip before or after it, and is listed with both.
struct ExcludedCall: BitwiseCopyable {
    let row: Int32
    let stop: Int32
    let sequence: Int32
    /// 0 when the row repeats none.
    let firstRow: Int32

    init(_ call: CallRow, repeating firstRow: Int32 = 0) {
        row = call.row
        stop = call.call.stop
        sequence = call.call.sequence
        self.firstRow = firstRow
    }
}

extension CallColumns {
    func asideCount(_ trip: Int, between first: Int, _ last: Int) -> Int {
        aside.isEmpty ? 0 : aside[trip]?.count { first < $0.row && $0.row < last } ?? 0
    }

    func forEachExtra(_ body: (OnDemandCall, Int) -> Void) {
        guard columns.extras.count > 1 else { return }
        var positions: [Int32: [Int]] = [:]
        for (trip, list) in columns.callList.enumerated() where list >= 0 {
            let calls = self.calls(trip)
            let found =
                positions[list] ?? calls.indices.filter { calls[$0].extra > 0 }
            positions[list] = found
            for position in found {
                body(columns.extras[Int(calls[position].extra)], row(trip, position))
            }
        }
    }

    func hasCallWithoutStop(where isWanted: (OnDemandCall) -> Bool) -> Bool {
        guard columns.extras.contains(where: isWanted) else { return false }
        return (0..<callLists.count).contains { list in
            callLists[list].bindMemory(to: ListedCall.self).contains {
                $0.stop < 0 && $0.extra > 0 && isWanted(columns.extras[Int($0.extra)])
            }
        }
    }
}

package struct OnDemandCall: Hashable, Sendable {
    var locationGroupID: String?
    var locationID: String?
    var windowStart: Int?
    var windowEnd: Int?
    var pickupBookingRuleID: String?
    var dropOffBookingRuleID: String?
}

/// The rows are not in memory, because only notices show them.
final class RowLists {
    let bytes: SpilledBytes
    private var ends: [UInt32] = []

    private static let rowSize = MemoryLayout<Int32>.size

    init(directory: String) {
        bytes = SpilledBytes(
            directory: directory, limit: Int(UInt32.max) * Self.rowSize, bufferSize: 64 << 10)
    }

    var count: Int { ends.count }

    func append(_ list: some Sequence<Int32>) throws(FeedError) {
        try Array(list).withUnsafeBufferPointer { (rows) throws(FeedError) in
            try bytes.append(UnsafeRawBufferPointer(rows))
        }
        ends.append(UInt32(bytes.count / Self.rowSize))
    }

    subscript(number: Int) -> [Int32] {
        rows(start(number)..<Int(ends[number]))
    }

    subscript(number: Int, position: Int) -> Int32 {
        let row = start(number) + position
        return rows(row..<row + 1)[0]
    }

    private func start(_ number: Int) -> Int { number > 0 ? Int(ends[number - 1]) : 0 }

    private func rows(_ range: Range<Int>) -> [Int32] {
        Array(unsafeUninitializedCapacity: range.count) { buffer, count in
            let memory = UnsafeMutableRawBufferPointer(
                start: buffer.baseAddress, count: range.count * Self.rowSize)
            bytes.read(at: range.lowerBound * Self.rowSize, into: memory)
            count = range.count
        }
    }
}
