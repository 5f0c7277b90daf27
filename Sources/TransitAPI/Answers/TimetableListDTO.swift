public import TransitModel

/// The timetables of a route on a service day, one for each direction.
public struct TimetableListDTO: WireObject, DTO {
    /// The route.
    public var route = Route()
    /// The service day.
    public var date = ServiceDate.earliest
    /// `timetables`; empty where there are none.
    public var timetables: [Timetable] = []

    init() {}

    /// Creates the wire form of timetables.
    public init(route: Route, date: ServiceDate, timetables: [Timetable] = []) {
        self.route = route
        self.date = date
        self.timetables = timetables
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("route", &route)
        wire.key("date", &date)
        wire.key("timetables", &timetables)
    }
}

extension Timetable: WireObject {
    init() {
        self.init(date: .earliest)
    }

    /// In an answer, a row may have fewer or more cells than there are columns.
    public init(_ wire: WireReader) {
        var wire = wire
        self.init()
        visit(&wire)
        for index in rows.indices where rows[index].cells.count != columns.count {
            let missing = max(columns.count - rows[index].cells.count, 0)
            rows[index].cells.append(contentsOf: repeatElement(nil, count: missing))
            rows[index].cells.removeLast(rows[index].cells.count - columns.count)
        }
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("date", &date)
        wire.optional("direction_id", &directionID)
        wire.key("columns", &columns)
        wire.key("rows", &rows)
        wire.optional("flexible_trips", &flexibleTrips)
        wire.optional("timezone_assumed", &isTimeZoneAssumed)
    }
}

extension Timetable.Column: WireObject {
    init() {
        self.init(stop: Stop())
    }

    mutating func visit(_ wire: inout some Wire) {
        stop.visit(&wire)
    }
}

extension Timetable.Row: WireObject {
    init() {
        self.init(tripID: "")
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip_id", &tripID)
        wire.optional("headsign", &headsign)
        wire.optional("start_time", &startTime)
        wire.optional("end_time", &endTime)
        wire.optional("headway_secs", &headwaySecs)
        wire.optional("exact_times", &exactTimes)
        wire.key("cells", &cells)
    }
}

extension Timetable.Cell: WireObject {
    init() {
        self.init(stopID: "", stopSequence: 0, pickup: .regular, dropOff: .regular)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("stop_id", &stopID)
        wire.key("stop_sequence", &stopSequence)
        wire.optional("arrival_time", &arrival)
        wire.optional("departure_time", &departure)
        wire.optional("interpolated", &isInterpolated)
        wire.key("pickup_type", &pickup)
        wire.key("drop_off_type", &dropOff)
    }
}

extension Timetable.FlexibleTrip: WireObject {
    init() {
        self.init(tripID: "")
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip_id", &tripID)
        wire.optional("headsign", &headsign)
        wire.key("calls", &calls)
    }
}
