public import GTFSSchedule

/// A service: the days on which its trips run, from `calendar.txt` and `calendar_dates.txt`.
public struct ServiceDescription: Codable, Hashable, Sendable, Identifiable {
    /// The `service_id`.
    public var serviceID: String
    /// The row of `calendar.txt`; nil for a service that only `calendar_dates.txt` defines.
    public var calendar: ServiceCalendar?
    /// The days that `calendar_dates.txt` adds, in order.
    public var added: [ServiceDate]
    /// The days that `calendar_dates.txt` removes, in order.
    public var removed: [ServiceDate]
    /// The first day on which it runs, including exceptions; nil when it never runs.
    public var firstDay: ServiceDate?
    /// The last day on which it runs, including exceptions; nil when it never runs.
    public var lastDay: ServiceDate?
    /// A `1` or a `0` for each day from the first to the last: whether the service runs, including
    /// exceptions. Covers at most a century.
    public var days: String

    /// Creates a description of a service.
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
    /// The position after which the next rows begin; nil after the last rows.
    public var next: Int64?

    /// Creates a feed page.
    public init(rows: [Row], next: Int64? = nil) {
        self.rows = rows
        self.next = next
    }
}

extension FeedPage: Equatable where Row: Equatable {}

/// The size of a feed, and where on Earth it is.
public struct FeedExtent: Codable, Hashable, Sendable {
    /// The number of rows of `stops.txt`: stops, platforms, stations, entrances, nodes and boarding
    /// areas.
    public var stops: Int
    /// The number of rows of `routes.txt`.
    public var routes: Int
    /// The number of rows of `trips.txt`.
    public var trips: Int
    /// The number of rows of `stop_times.txt`.
    public var stopTimes: Int
    /// The number of paths in `shapes.txt`.
    public var shapes: Int
    /// The part of the map that contains all stops; nil when none of them has a place.
    public var box: BoundingBox?

    /// Creates a feed extent.
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
