/// The distinct lists of a feed's trips: of calls, of times since the trip's origin, of distances.
///
/// Each list is stored once, as bytes, however many trips have it. Its number identifies it to
/// rules, and tells a bundle what it has already made of it.
package final class CallLists {
    /// Lists of `ListedCall`, `CallTimes` and `Double` (NaN when blank), as bytes.
    package let calls = IDTable(capacity: 1024)
    package let times = IDTable(capacity: 1024)
    package let distances = IDTable(capacity: 256)

    package init() {}

    package struct Numbers: Equatable {
        package var calls: Int32
        package var times: Int32
        /// -1 when no call has a distance.
        package var distances: Int32
    }

    /// The numbers are in the order of `stop_sequence`.
    package func intern(_ rows: CallRows, origin: Int32) -> Numbers {
        rows.rows.withUnsafeBufferPointer { list in
            Numbers(
                calls: Self.intern(list, in: calls, \.call),
                times: Self.intern(list, in: times) { $0.times.since(origin) },
                distances: rows.hasDistances ? Self.intern(list, in: distances, \.distance) : -1)
        }
    }

    package func intern(_ trip: DecodedTrip) -> Numbers {
        let origin = trip.origin
        return trip.rows.withUnsafeBufferPointer { rows in
            Numbers(
                calls: Self.intern(rows, in: calls, \.call),
                times: Self.intern(rows, in: times) { $0.times.since(origin) },
                distances: trip.hasDistances ? Self.intern(rows, in: distances, \.distance) : -1)
        }
    }

    package func finish() {
        for table in [calls, times, distances] { table.dropSlots() }
    }

    @inline(__always)
    private static func intern<Row, Value: BitwiseCopyable>(
        _ rows: UnsafeBufferPointer<Row>, in lists: IDTable, _ value: (Row) -> Value
    ) -> Int32 {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: rows.count) { list in
            for index in rows.indices { list.initializeElement(at: index, to: value(rows[index])) }
            return Int32(lists.intern(UnsafeRawBufferPointer(list)).index)
        }
    }
}
