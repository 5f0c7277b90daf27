public import TransitModel

/// The timetables of a route on a service day, one for each direction.
public struct TimetableListDTO: WireObject {
    /// The route.
    public var route = RouteDTO()
    /// The service day.
    public var date = ServiceDate.earliest
    /// `timetables`; empty where there are none.
    public var timetables: [TimetableDTO] = []

    init() {}

    /// Timetables as they are sent.
    public init(route: RouteDTO, date: ServiceDate, timetables: [TimetableDTO] = []) {
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

/// The trips of a route in one direction on a service day, as a grid.
public struct TimetableDTO: WireObject {
    /// The service day.
    public var date = ServiceDate.earliest
    /// Nil when the trips do not say.
    public var directionID: Int?
    /// The stops in travel order, or stations instead of their platforms.
    public var columns: [StopDTO] = []
    /// The trips, by time.
    public var rows: [TimetableRowDTO] = []
    /// The trips that come where and when riders ask for them.
    public var flexibleTrips: [FlexibleTripDTO] = []
    /// The agency names no existing zone, so times may be hours off.
    public var timezoneAssumed = false

    init() {}

    /// A timetable as it is sent.
    public init(_ timetable: Timetable) {
        date = timetable.date
        directionID = timetable.directionID
        columns = timetable.columns.map { StopDTO($0.stop) }
        rows = timetable.rows.map(TimetableRowDTO.init)
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
        Timetable(
            date: date, directionID: directionID,
            columns: columns.map { Timetable.Column(stop: $0.model) },
            rows: rows.map { $0.model(columns: columns.count) },
            flexibleTrips: flexibleTrips.map(\.model), isTimeZoneAssumed: timezoneAssumed)
    }
}

/// A trip in a timetable, or one or all runs of a trip of `frequencies.txt`.
public struct TimetableRowDTO: WireObject {
    /// `trip_id`; empty where an answer lacks it.
    public var tripID = ""
    /// `headsign`; nil where the feed is blank.
    public var headsign: String?
    /// For a trip of `frequencies.txt`: when this run, or the first run of this row, leaves.
    public var startTime: ServiceTime?
    /// For runs without exact times: the last one leaves before this.
    public var endTime: ServiceTime?
    /// The seconds between runs; nil unless the trip is one of `frequencies.txt`.
    public var headwaySecs: Int?
    /// Whether runs leave exactly then (1) or about then (0); nil unless of `frequencies.txt`.
    public var exactTimes: Int?
    /// One for each column; null where the trip does not stop.
    public var cells: [TimetableCellDTO?] = []

    init() {}

    /// A row as it is sent.
    public init(_ row: Timetable.Row) {
        tripID = row.tripID
        headsign = row.headsign
        startTime = row.startTime
        endTime = row.endTime
        headwaySecs = row.headwaySecs
        exactTimes = row.exactTimes
        cells = row.cells.map { $0.map(TimetableCellDTO.init) }
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

    /// The row, with this many cells.
    func model(columns: Int) -> Timetable.Row {
        let padding = [TimetableCellDTO?](repeating: nil, count: max(0, columns - cells.count))
        return Timetable.Row(
            tripID: tripID, headsign: headsign, startTime: startTime, endTime: endTime,
            headwaySecs: headwaySecs, exactTimes: exactTimes,
            cells: (cells + padding).prefix(columns).map { $0?.model })
    }
}

/// The cell of a trip in a column.
public struct TimetableCellDTO: WireObject {
    /// The stop or platform.
    public var stopID = ""
    /// `stop_sequence`; 0 where an answer lacks it.
    public var stopSequence = 0
    /// Interpolated where the feed gives no time; nil where there is none.
    public var arrivalTime: ServiceTime?
    /// As `arrival_time`.
    public var departureTime: ServiceTime?
    /// Whether the feed gives no time here, so that this one was interpolated; else false.
    public var interpolated = false
    /// `pickup_type`: how to board; 0, as scheduled, where an answer lacks it.
    public var pickupType = 0
    /// `drop_off_type`: how to alight; 0, as scheduled, where an answer lacks it.
    public var dropOffType = 0

    init() {}

    /// A cell as it is sent.
    public init(_ cell: Timetable.Cell) {
        stopID = cell.stopID
        stopSequence = cell.stopSequence
        arrivalTime = cell.arrival
        departureTime = cell.departure
        interpolated = cell.isInterpolated
        pickupType = cell.pickup.code
        dropOffType = cell.dropOff.code
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("stop_id", &stopID)
        wire.key("stop_sequence", &stopSequence)
        wire.optional("arrival_time", &arrivalTime)
        wire.optional("departure_time", &departureTime)
        wire.optional("interpolated", &interpolated)
        wire.key("pickup_type", &pickupType)
        wire.key("drop_off_type", &dropOffType)
    }

    /// The cell.
    public var model: Timetable.Cell {
        Timetable.Cell(
            stopID: stopID, stopSequence: stopSequence, arrival: arrivalTime,
            departure: departureTime, isInterpolated: interpolated,
            pickup: PickupDropOff(code: pickupType), dropOff: PickupDropOff(code: dropOffType))
    }
}

/// A trip of flexible service.
public struct FlexibleTripDTO: WireObject {
    /// `trip_id`; empty where an answer lacks it.
    public var tripID = ""
    /// `headsign`; nil where the feed is blank.
    public var headsign: String?
    /// All of its calls.
    public var calls: [CallDTO] = []

    init() {}

    /// A trip as it is sent.
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
