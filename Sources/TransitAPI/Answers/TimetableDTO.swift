public import TransitModel

/// The timetables of a route on a service day, one for each direction.
public struct TimetableListDTO: WireObject, DTO {
    /// The route.
    public var route = Route()
    /// The service day.
    public var date = ServiceDate.earliest
    /// `timetables`; empty where there are none.
    public var timetables: [TimetableDTO] = []

    init() {}

    /// Creates the wire form of timetables.
    public init(route: Route, date: ServiceDate, timetables: [Timetable] = []) {
        self.route = route
        self.date = date
        self.timetables = timetables.map(TimetableDTO.init)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("route", &route)
        wire.key("date", &date)
        wire.key("timetables", &timetables)
    }
}

/// The trips of a route in one direction on a service day, as a grid.
public struct TimetableDTO: WireObject, DTO {
    /// The service day.
    public var date = ServiceDate.earliest
    /// Nil when the trips do not say.
    public var directionID: Int?
    /// The stops in travel order; stations in place of their platforms.
    public var columns: [Stop] = []
    /// The trips, by time. In an answer, they may have fewer or more cells than there are columns.
    public var rows: [Timetable.Row] = []
    /// The trips that come where and when riders ask for them.
    public var flexibleTrips: [FlexibleTripDTO] = []
    /// Whether the agency names no existing zone, so that times may be hours off.
    public var timezoneAssumed = false

    init() {}

    /// Creates the wire form of a timetable.
    public init(_ timetable: Timetable) {
        date = timetable.date
        directionID = timetable.directionID
        columns = timetable.columns.map(\.stop)
        rows = timetable.rows
        flexibleTrips = timetable.flexibleTrips.map(FlexibleTripDTO.init)
        timezoneAssumed = timetable.isTimeZoneAssumed
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("date", &date)
        wire.optional("direction_id", &directionID)
        wire.key("columns", &columns)
        wire.key("rows", &rows)
        wire.optional("flexible_trips", &flexibleTrips)
        wire.optional("timezone_assumed", &timezoneAssumed)
    }

    /// The timetable; rows have as many cells as there are columns.
    public var model: Timetable {
        let none = [Timetable.Cell?](repeating: nil, count: columns.count)
        return Timetable(
            date: date, directionID: directionID, columns: columns.map(Timetable.Column.init),
            rows: rows.map { row in
                var row = row
                row.cells = Array((row.cells + none).prefix(columns.count))
                return row
            },
            flexibleTrips: flexibleTrips.map(\.model), isTimeZoneAssumed: timezoneAssumed)
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

/// A trip of flexible service.
public struct FlexibleTripDTO: WireObject, DTO {
    /// `trip_id`; empty where an answer lacks it.
    public var tripID = ""
    /// `headsign`; nil where the feed is blank.
    public var headsign: String?
    /// All of its calls.
    public var calls: [CallDTO] = []

    init() {}

    /// Creates the wire form of a trip.
    public init(_ trip: Timetable.FlexibleTrip) {
        tripID = trip.tripID
        headsign = trip.headsign
        calls = trip.calls.map(CallDTO.init)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip_id", &tripID)
        wire.optional("headsign", &headsign)
        wire.key("calls", &calls)
    }

    /// The trip.
    public var model: Timetable.FlexibleTrip {
        Timetable.FlexibleTrip(tripID: tripID, headsign: headsign, calls: calls.map(\.model))
    }
}
