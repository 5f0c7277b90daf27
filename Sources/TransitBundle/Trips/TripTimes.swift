/// The times of a trip, out of the compact lists of `timing` and `dwell`.
///
/// Positions count from 0. All times are in seconds of the service day.
struct TripTimes: Sendable {
    private let origin: Int
    private let lists: TimingLists

    /// Nil when the trip has no times at all.
    init?(origin: Int?, _ lists: TimingLists?) throws {
        guard let origin, let lists else { return nil }
        guard -1_000_000_000...1_000_000_000 ~= origin else {
            throw TransitBundleError.damaged(reason: "a trip starts at \(origin)")
        }
        self.origin = origin
        self.lists = lists
    }

    private static func offset(_ list: [UInt32], _ position: Int, unit: Int) -> Int? {
        guard list.indices.contains(position) else { return nil }
        return TimingCode.offset(Int(list[position]), unit: unit)
    }

    /// The published departure.
    func departure(_ position: Int) -> Int? {
        Self.offset(lists.departures, position, unit: lists.unit).map { origin + $0 }
    }

    /// The published arrival.
    func arrival(_ position: Int) -> Int? {
        if let arrivals = lists.arrivals {
            return Self.offset(arrivals, position, unit: lists.unit).map { origin + $0 }
        }
        guard let departure = departure(position) else { return nil }
        guard let dwells = lists.dwells else { return departure }
        return Self.offset(dwells, position, unit: lists.unit).map { departure - $0 }
    }

    /// The departure that was interpolated where the feed gives no time.
    func interpolatedTime(_ position: Int) -> Int? {
        Self.offset(lists.interpolated, position, unit: -1).map { origin + $0 }
    }

    /// When the vehicle leaves: as published, or by its arrival, or interpolated.
    func leaving(_ position: Int) -> Int? {
        departure(position) ?? arrival(position) ?? interpolatedTime(position)
    }

    /// When the vehicle arrives: as published, or by its departure, or interpolated.
    func arriving(_ position: Int) -> Int? {
        arrival(position) ?? departure(position) ?? interpolatedTime(position)
    }

    /// What the start of a run (`frequencies.txt`) is the start of: the departure from the first
    /// stop, or where the feed has none, the trip's first time.
    var start: Int { departure(0) ?? origin }

    /// The last time that the trip has.
    var end: Int {
        lists.departures.indices.reversed().lazy.compactMap(arriving).first ?? origin
    }
}
