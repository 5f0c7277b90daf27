/// The times of a call in seconds from the trip's origin; ``none`` when blank.
package struct CallTimes: BitwiseCopyable {
    package var arrival: Int32
    package var departure: Int32

    package static let none = Int32.min

    package init(arrival: Int32 = CallTimes.none, departure: Int32 = CallTimes.none) {
        self.arrival = arrival
        self.departure = departure
    }

    /// The times counted from another origin.
    @inline(__always)
    package func since(_ origin: Int32) -> CallTimes {
        CallTimes(
            arrival: arrival == Self.none ? Self.none : arrival &- origin,
            departure: departure == Self.none ? Self.none : departure &- origin)
    }
}
