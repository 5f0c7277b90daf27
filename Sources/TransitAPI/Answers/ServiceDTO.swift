public import TransitModel

/// Services, in the order of their ids.
public struct ServiceListDTO: WireObject {
    /// `services`; empty where there are none.
    public var services: [ServiceDTO] = []

    init() {}

    /// Services as they are sent.
    public init(services: [ServiceDTO] = []) {
        self.services = services
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("services", &services)
    }
}

/// A service of `calendar.txt` and `calendar_dates.txt`, with its days after exceptions.
public struct ServiceDTO: WireObject {
    /// `service_id`; empty where an answer lacks it.
    public var serviceID = ""
    /// The first day on which it runs; nil when it never does.
    public var firstDay: ServiceDate?
    /// The last day on which it runs.
    public var lastDay: ServiceDate?
    /// A character for each day from `first_day` on: 1 when it runs, else 0; at most a century of
    /// days.
    public var days = ""
    /// The number of trips that it has, where one of `frequencies.txt` counts once; nil where an
    /// answer lacks it.
    public var tripCount: Int?

    init() {}

    /// A service as it is sent.
    public init(
        serviceID: String, firstDay: ServiceDate? = nil, lastDay: ServiceDate? = nil, days: String,
        tripCount: Int? = nil
    ) {
        self.serviceID = serviceID
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.days = days
        self.tripCount = tripCount
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("service_id", &serviceID)
        wire.optional("first_day", &firstDay)
        wire.optional("last_day", &lastDay)
        wire.key("days", &days)
        wire.optional("trip_count", &tripCount)
    }

    /// Whether it runs on a date.
    public func runs(on date: ServiceDate) -> Bool {
        guard let firstDay, date >= firstDay else { return false }
        return days.utf8.dropFirst(date.days(since: firstDay)).first == UInt8(ascii: "1")
    }
}
