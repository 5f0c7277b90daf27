public import GTFSSchedule

/// A service: the days on which its trips run, from `calendar.txt` and `calendar_dates.txt`.
public struct ServiceDescription: Codable, Hashable, Sendable, Identifiable {
    /// The `service_id`.
    public var serviceID: String
    /// The row of `calendar.txt`; nil for a service that only `calendar_dates.txt` defines.
    public var calendar: ServiceCalendar?
    /// The days that `calendar_dates.txt` adds, in order.
    public var added: [ServiceDate]
    /// The days that `calendar_dates.txt` takes away, in order.
    public var removed: [ServiceDate]
    /// The first day on which it runs, including exceptions; nil when it never runs.
    public var firstDay: ServiceDate?
    /// The last day on which it runs, including exceptions; nil when it never runs.
    public var lastDay: ServiceDate?
    /// A `1` or a `0` for each day from the first to the last, including exceptions: whether it
    /// runs. At most a century of them.
    public var days: String

    /// One that an app makes itself, for previews and tests.
    public init(
        serviceID: String, calendar: ServiceCalendar? = nil, added: [ServiceDate] = [],
        removed: [ServiceDate] = [], firstDay: ServiceDate? = nil, lastDay: ServiceDate? = nil,
        days: String = ""
    ) {
        self.serviceID = serviceID
        self.calendar = calendar
        self.added = added
        self.removed = removed
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.days = days
    }

    /// The `service_id`.
    public var id: String { serviceID }
}

/// Some rows of a file, and where the next ones begin.
public struct FeedPage<Row: Sendable>: Sendable {
    /// The rows, in the order of the bundle's table.
    public var rows: [Row]
    /// The position after which the next rows begin; nil after the last.
    public var next: Int64?

    /// One that an app makes itself, for previews and tests.
    public init(rows: [Row], next: Int64? = nil) {
        self.rows = rows
        self.next = next
    }
}

extension FeedPage: Equatable where Row: Equatable {}

/// How much a feed has, and where on Earth.
public struct FeedExtent: Codable, Hashable, Sendable {
    /// Rows of `stops.txt`: stops, platforms, stations, entrances, nodes and boarding areas.
    public var stops: Int
    /// Rows of `routes.txt`.
    public var routes: Int
    /// Rows of `trips.txt`.
    public var trips: Int
    /// Rows of `stop_times.txt`.
    public var stopTimes: Int
    /// Paths of `shapes.txt`.
    public var shapes: Int
    /// The part of the map that contains all stops; nil when none has a place.
    public var box: BoundingBox?

    /// One that an app makes itself, for previews and tests.
    public init(
        stops: Int = 0, routes: Int = 0, trips: Int = 0, stopTimes: Int = 0, shapes: Int = 0,
        box: BoundingBox? = nil
    ) {
        self.stops = stops
        self.routes = routes
        self.trips = trips
        self.stopTimes = stopTimes
        self.shapes = shapes
        self.box = box
    }
}
