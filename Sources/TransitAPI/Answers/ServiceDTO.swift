public import TransitModel

/// Services, in the order of their ids.
public struct ServiceListDTO: DTO {
    /// `services`; empty where there are none.
    public var services: [ServiceDTO]

    /// Services as they are sent.
    public init(services: [ServiceDTO] = []) {
        self.services = services
    }

    public init(_ wire: WireReader) {
        services = wire.list("services")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(services, "services")
    }
}

/// A service of `calendar.txt` and `calendar_dates.txt`, with its days after exceptions.
public struct ServiceDTO: DTO {
    /// `service_id`; empty where an answer lacks it.
    public var serviceID: String
    /// The first day on which it runs; nil when it never does.
    public var firstDay: ServiceDate?
    /// The last day on which it runs.
    public var lastDay: ServiceDate?
    /// A character for each day from `first_day` on: 1 when it runs, else 0; at most a century of
    /// days.
    public var days: String
    /// The number of trips that it has, where one of `frequencies.txt` counts once; nil where an
    /// answer lacks it.
    public var tripCount: Int?

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

    public init(_ wire: WireReader) {
        serviceID = wire.text("service_id")
        firstDay = wire.optionalDate("first_day")
        lastDay = wire.optionalDate("last_day")
        days = wire.text("days")
        tripCount = wire.optionalInteger("trip_count")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(serviceID, "service_id")
        wire.put(firstDay, "first_day")
        wire.put(lastDay, "last_day")
        wire.put(days, "days")
        wire.put(tripCount, "trip_count")
    }

    /// Whether it runs on a date.
    public func runs(on date: ServiceDate) -> Bool {
        guard let firstDay, date >= firstDay else { return false }
        return days.utf8.dropFirst(date.days(since: firstDay)).first == UInt8(ascii: "1")
    }
}
