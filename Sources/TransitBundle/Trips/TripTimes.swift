import BundleCodec
import TransitModel

/// The times of a trip, in seconds of the service day.
///
/// Positions count from 0.
struct TripTimes: Sendable {
    private let origin: Int
    private let offsets: TimingOffsets

    /// Nil when the trip has no times at all.
    ///
    /// - Parameter stops: how many stops the trip's pattern has.
    init?(origin: Int?, _ offsets: TimingOffsets?, stops: Int) throws {
        guard let origin, let offsets else { return nil }
        try offsets.expect(stops)
        self.origin = Int(try TimingText.origin(Int64(origin)))
        self.offsets = offsets
    }

    /// The published departure.
    func departure(_ position: Int) -> Int? { offsets.departure(position).map { origin + $0 } }

    /// The published arrival.
    func arrival(_ position: Int) -> Int? { offsets.arrival(position).map { origin + $0 } }

    /// The departure interpolated where the feed gives no time.
    func interpolatedTime(_ position: Int) -> Int? {
        offsets.interpolatedTime(position).map { origin + $0 }
    }

    /// When the vehicle leaves: as published, or by its arrival, or interpolated.
    func leaving(_ position: Int) -> Int? {
        departure(position) ?? arrival(position) ?? interpolatedTime(position)
    }

    /// When the vehicle arrives: as published, or by its departure, or interpolated.
    func arriving(_ position: Int) -> Int? {
        arrival(position) ?? departure(position) ?? interpolatedTime(position)
    }

    /// The reference for the start of a run (`frequencies.txt`): the departure from the first stop
    /// or, if the feed has none, the trip's first time.
    var start: Int { departure(0) ?? origin }

    /// The last time of the trip.
    var end: Int {
        (0..<offsets.count).reversed().lazy.compactMap(arriving).first ?? origin
    }
}
