import GRDB

/// The times of a trip, out of the compact lists of `timing` and `dwell`.
///
/// Positions count from 0. All times are in seconds of the service day.
struct TripTimes: Sendable {
    private let origin: Int
    private let unit: Int
    private let departures: [UInt32]
    /// Stopping times; nil where arrivals are the departures or have a list of their own.
    private let dwells: [UInt32]?
    private let arrivals: [UInt32]?
    private let interpolated: [UInt32]

    /// The columns of `timing ti` and `dwell dw` that it is read from.
    static let columns = """
        t.origin, ti.unit, ti.departures, ti.dwell, ti.arrivals, ti.interpolated, dw.dwells
        """

    /// Reads `columns`, the first of which is at a position of the row. Nil when the trip has no
    /// times at all.
    init?(_ row: Columns, at first: Int) throws {
        guard let origin = row.integer(first), let departures = row.text(first + 2) else {
            return nil
        }
        guard -1_000_000_000...1_000_000_000 ~= origin else {
            throw TransitBundleError.damaged(reason: "a trip starts at \(origin)")
        }
        self.origin = origin
        unit = try row.required(row.integer(first + 1), "unit")
        self.departures = Self.scalars(departures)
        let hasDwells = row.integer(first + 3) != nil
        arrivals = row.text(first + 4).map(Self.scalars)
        interpolated = Self.scalars(row.text(first + 5) ?? "")
        dwells = hasDwells ? Self.scalars(row.text(first + 6) ?? "") : nil
    }

    private static func scalars(_ text: String) -> [UInt32] {
        text.unicodeScalars.map(\.value)
    }

    private static func offset(_ list: [UInt32], _ position: Int, unit: Int) -> Int? {
        guard list.indices.contains(position) else { return nil }
        return TimingCode.offset(Int(list[position]), unit: unit)
    }

    /// The published departure.
    func departure(_ position: Int) -> Int? {
        Self.offset(departures, position, unit: unit).map { origin + $0 }
    }

    /// The published arrival.
    func arrival(_ position: Int) -> Int? {
        if let arrivals {
            return Self.offset(arrivals, position, unit: unit).map { origin + $0 }
        }
        guard let departure = departure(position) else { return nil }
        guard let dwells else { return departure }
        return Self.offset(dwells, position, unit: unit).map { departure - $0 }
    }

    /// The departure that was interpolated where the feed gives no time.
    func interpolatedTime(_ position: Int) -> Int? {
        Self.offset(interpolated, position, unit: -1).map { origin + $0 }
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
        departures.indices.reversed().lazy.compactMap(arriving).first ?? origin
    }
}
