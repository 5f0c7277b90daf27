public import GTFSSchedule

/// The trips of a route in one direction on a service day, as a grid: a row for each trip, a column
/// for each stop, in travel order.
///
/// Patterns with different stops are merged into one order. A stop at which a trip calls twice has
/// two columns; platforms of one station share a column.
public struct Timetable: Codable, Hashable, Sendable {
    /// A column: a stop, or the station of the platforms where trips call.
    public struct Column: Codable, Hashable, Sendable {
        /// The stop at the head of the column.
        public var stop: Stop

        /// Creates a column.
        public init(stop: Stop) {
            self.stop = stop
        }
    }

    /// The cell of a trip in a column.
    public struct Cell: Codable, Hashable, Sendable {
        /// The stop or platform.
        public var stopID: String
        /// The `stop_sequence` of the call.
        public var stopSequence: Int
        /// The arrival, interpolated where the feed gives no time; nil if there is none. Past
        /// 24:00:00, `ServiceTime.timeOfDay` is the time on the clock.
        public var arrival: ServiceTime?
        /// The departure, as `arrival`.
        public var departure: ServiceTime?
        /// Whether the feed gives no time here, so that both are interpolated.
        public var isInterpolated: Bool
        /// Whether and how riders board here.
        public var pickup: PickupDropOff
        /// Whether and how riders alight here.
        public var dropOff: PickupDropOff

        /// Creates a cell.
        public init(
            stopID: String, stopSequence: Int, arrival: ServiceTime? = nil,
            departure: ServiceTime? = nil, isInterpolated: Bool = false, pickup: PickupDropOff,
            dropOff: PickupDropOff
        ) {
            self.stopID = stopID
            self.stopSequence = stopSequence
            self.arrival = arrival
            self.departure = departure
            self.isInterpolated = isInterpolated
            self.pickup = pickup
            self.dropOff = dropOff
        }

        /// Whether the vehicle passes through: riders can neither board nor alight here, not even
        /// on request.
        public var isPassing: Bool { pickup == .notAvailable && dropOff == .notAvailable }
    }

    /// A row: a trip, or one or all runs of a trip of `frequencies.txt`.
    public struct Row: Codable, Hashable, Sendable {
        /// The `trip_id`.
        public var tripID: String
        /// `trip_headsign`; nil where the feed is blank.
        public var headsign: String?
        /// For a trip of `frequencies.txt`: when this run (`exactTimes` 1), or the first of the
        /// row's runs (0), leaves its first stop.
        public var startTime: ServiceTime?
        /// For a trip of `frequencies.txt` with `exactTimes` 0: the time before which the last of
        /// the row's runs leaves; the row's times are those of the first run.
        public var endTime: ServiceTime?
        /// For a trip of `frequencies.txt`: the seconds between runs.
        public var headwaySecs: Int?
        /// For a trip of `frequencies.txt`: whether runs leave exactly then (1), or about every
        /// ``headwaySecs`` (0).
        public var exactTimes: Int?
        /// A cell for each column of the timetable; nil where the trip does not stop.
        public var cells: [Cell?]

        /// Creates a row.
        public init(
            tripID: String, headsign: String? = nil, startTime: ServiceTime? = nil,
            endTime: ServiceTime? = nil, headwaySecs: Int? = nil, exactTimes: Int? = nil,
            cells: [Cell?] = []
        ) {
            self.tripID = tripID
            self.headsign = headsign
            self.startTime = startTime
            self.endTime = endTime
            self.headwaySecs = headwaySecs
            self.exactTimes = exactTimes
            self.cells = cells
        }
    }

    /// A trip of flexible service: where and when it may come, and how to use it.
    public struct FlexibleTrip: Codable, Hashable, Sendable {
        /// The `trip_id`.
        public var tripID: String
        /// `trip_headsign`; nil where the feed is blank.
        public var headsign: String?
        /// All its calls, including those with a ``Call/flex`` window.
        public var calls: [Call]

        /// Creates a flexible trip.
        public init(tripID: String, headsign: String? = nil, calls: [Call] = []) {
            self.tripID = tripID
            self.headsign = headsign
            self.calls = calls
        }
    }

    /// The service day.
    public var date: ServiceDate
    /// `direction_id` of all its trips, 0 or 1; nil for those that have none.
    public var directionID: Int?
    /// The stops, in travel order.
    public var columns: [Column]
    /// The rows by time, without trips that stop in none of the columns.
    public var rows: [Row]
    /// The trips that come where and when riders request them, sorted by their first windows. A
    /// trip that also has fixed stops and times is in ``rows`` as well.
    public var flexibleTrips: [FlexibleTrip]
    /// Whether the route's agency names no existing time zone, so that the times may be in another
    /// zone.
    public var isTimeZoneAssumed: Bool

    /// Creates a timetable.
    public init(
        date: ServiceDate, directionID: Int? = nil, columns: [Column] = [], rows: [Row] = [],
        flexibleTrips: [FlexibleTrip] = [], isTimeZoneAssumed: Bool = false
    ) {
        self.date = date
        self.directionID = directionID
        self.columns = columns
        self.rows = rows
        self.flexibleTrips = flexibleTrips
        self.isTimeZoneAssumed = isTimeZoneAssumed
    }

    /// The grid for printing: for each stop, what the trips do there, in the order of ``rows``.
    public var transposed: [[Cell?]] {
        columns.indices.map { column in
            rows.map { $0.cells.indices.contains(column) ? $0.cells[column] : nil }
        }
    }
}
