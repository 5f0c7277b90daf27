public import GTFSSchedule

/// The trips of a route in one direction on a service day, as a grid: a row for each trip, a column
/// for each stop, in travel order.
///
/// Patterns with different stops are merged into one order. A stop where a trip calls twice has two
/// columns; platforms of one station share a column.
public struct Timetable: Codable, Hashable, Sendable {
    /// A column: a stop, or the station of the platforms where trips call.
    public struct Column: Codable, Hashable, Sendable {
        /// The stop above the column.
        public var stop: Stop

        /// One that an app makes itself, for previews and tests.
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
        /// Interpolated where the feed gives no time; nil where there is none. Past 24:00:00 the
        /// clock shows `ServiceTime.timeOfDay`.
        public var arrival: ServiceTime?
        /// As `arrival`.
        public var departure: ServiceTime?
        /// Whether the feed gives no time here and these were interpolated.
        public var isInterpolated: Bool
        /// Whether and how riders board here.
        public var pickup: PickupDropOff
        /// Whether and how riders alight here.
        public var dropOff: PickupDropOff

        /// One that an app makes itself, for previews and tests.
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

        /// Whether the vehicle passes through: there is no boarding and no alighting here, not even on
        /// request.
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
        /// For a trip of `frequencies.txt` with `exactTimes` 0: the last of the row's runs leaves
        /// before this; the row's times are those of the first.
        public var endTime: ServiceTime?
        /// For a trip of `frequencies.txt`: the seconds between runs.
        public var headwaySecs: Int?
        /// For a trip of `frequencies.txt`: whether runs leave exactly then (1), or about every
        /// ``headwaySecs`` (0).
        public var exactTimes: Int?
        /// One for each column of the timetable; nil where the trip does not stop.
        public var cells: [Cell?]

        /// One that an app makes itself, for previews and tests.
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

        /// One that an app makes itself, for previews and tests.
        public init(tripID: String, headsign: String? = nil, calls: [Call] = []) {
            self.tripID = tripID
            self.headsign = headsign
            self.calls = calls
        }
    }

    /// The service day.
    public var date: ServiceDate
    /// `direction_id` of all of its trips, 0 or 1; nil for those that do not say.
    public var directionID: Int?
    /// The stops, in travel order.
    public var columns: [Column]
    /// By time, without trips that have no stop in any column.
    public var rows: [Row]
    /// The trips that come where and when riders ask for them, sorted by their first windows. One
    /// that also has fixed stops and times is in ``rows`` as well.
    public var flexibleTrips: [FlexibleTrip]
    /// The route's agency names no existing time zone, so the times may be those of another zone.
    public var isTimeZoneAssumed: Bool

    /// One that an app makes itself, for previews and tests.
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

    /// The grid for printing: for each stop, what the trips do there in the order of ``rows``.
    public var transposed: [[Cell?]] {
        columns.indices.map { column in
            rows.map { $0.cells.indices.contains(column) ? $0.cells[column] : nil }
        }
    }
}
