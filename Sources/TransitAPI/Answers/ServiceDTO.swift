public import TransitModel

/// A service of `calendar.txt` and `calendar_dates.txt`, with its days after exceptions.
public struct ServiceDTO: WireObject, ModelObject, ListedForm {
    public static var listKey: StaticString { "services" }
    /// The service, without the rows that its days are computed from.
    public var model = ServiceDescription(serviceID: "")
    /// The number of its trips, where a trip of `frequencies.txt` counts once; nil where an answer
    /// lacks it.
    public var tripCount: Int?

    init() {}

    /// Creates the wire form of a service.
    public init(_ service: ServiceDescription, tripCount: Int? = nil) {
        model = service
        self.tripCount = tripCount
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("service_id", &model.serviceID)
        wire.optional("first_day", &model.firstDay)
        wire.optional("last_day", &model.lastDay)
        wire.key("days", &model.days)
        wire.optional("trip_count", &tripCount)
    }

    /// Returns whether the service runs on a date.
    public func runs(on date: ServiceDate) -> Bool {
        guard let first = model.firstDay, date >= first else { return false }
        return model.days.utf8.dropFirst(date.days(since: first)).first == UInt8(ascii: "1")
    }
}
