public import GTFSSchedule

/// The trips of a route in one direction on a service day, as a grid: a row for each trip, a column
/// for each stop, in travel order.
///
/// Patterns of different stops are merged into one order. A stop that a trip calls at twice has two
/// columns; platforms of one station share a column.
public struct Timetable: Codable, Hashable, Sendable {
    /// A column: a stop, or the station of the platforms that trips call at.
    public struct Column: Codable, Hashable, Sendable {
        /// What stands above the column.
        public var stop: Stop

        /// One that an app makes itself, for previews and tests.
        public init(stop: Stop) {
            self.stop = stop
        }
    }

    /// What a trip does in a column.
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
    }

    /// A row: a trip, or one run or all the runs of a trip of `frequencies.txt`.
    public struct Row: Codable, Hashable, Sendable {
        /// The `trip_id`.
        public var tripID: String
        /// `trip_headsign`; nil where the feed is blank.
        public var headsign: String?
        /// Of a trip of `frequencies.txt`: when this run (`exactTimes` 1), or the first of the runs
        /// that the row stands for (0), leaves its first stop.
        public var startTime: ServiceTime?
        /// Of a trip of `frequencies.txt` with `exactTimes` 0: before when the last of the runs
        /// leaves that the row stands for; the row's times are those of the first.
        public var endTime: ServiceTime?
        /// Of a trip of `frequencies.txt`: the seconds between runs.
        public var headwaySecs: Int?
        /// Of a trip of `frequencies.txt`: whether runs leave exactly then (1), or about every
        /// ``headwaySecs`` (0).
        public var exactTimes: Int?
        /// As many as the timetable has columns; nil where the trip does not stop.
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

    /// A trip of flexible service: where and when it may come, and what it takes to ride.
    public struct FlexibleTrip: Codable, Hashable, Sendable {
        /// The `trip_id`.
        public var tripID: String
        /// `trip_headsign`; nil where the feed is blank.
        public var headsign: String?
        /// All of its calls, those with a ``Call/flex`` window among them.
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
    /// By time. Trips without a stop in any column are not among them.
    public var rows: [Row]
    /// The trips that come where and when riders ask for them, by their first windows. One that also
    /// stops at places and times of its own is in ``rows`` as well.
    public var flexibleTrips: [FlexibleTrip]

    /// One that an app makes itself, for previews and tests.
    public init(
        date: ServiceDate, directionID: Int? = nil, columns: [Column] = [], rows: [Row] = [],
        flexibleTrips: [FlexibleTrip] = []
    ) {
        self.date = date
        self.directionID = directionID
        self.columns = columns
        self.rows = rows
        self.flexibleTrips = flexibleTrips
    }

    /// The grid for printing: for each stop, what the trips do there in the order of ``rows``.
    public var transposed: [[Cell?]] {
        columns.indices.map { column in
            rows.map { $0.cells.indices.contains(column) ? $0.cells[column] : nil }
        }
    }
}
