public import TransitModel

/// The timetables of a route on a service day, one for each direction.
public struct TimetableListDTO: DTO {
    /// The route.
    public var route: RouteDTO
    /// The service day.
    public var date: ServiceDate
    /// `timetables`; empty where there are none.
    public var timetables: [TimetableDTO]

    /// Timetables as they are sent.
    public init(route: RouteDTO, date: ServiceDate, timetables: [TimetableDTO] = []) {
        self.route = route
        self.date = date
        self.timetables = timetables
    }

    public init(_ wire: WireReader) {
        route = wire.object("route")
        date = wire.date("date")
        timetables = wire.list("timetables")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(route, "route")
        wire.put(date, "date")
        wire.put(timetables, "timetables")
    }
}

/// The trips of a route in one direction on a service day, as a grid.
public struct TimetableDTO: DTO {
    /// The service day.
    public var date: ServiceDate
    /// Nil when the trips do not say.
    public var directionID: Int?
    /// The stops in travel order, or stations instead of their platforms.
    public var columns: [StopDTO]
    /// The trips, by time.
    public var rows: [TimetableRowDTO]
    /// The trips that come where and when riders ask for them.
    public var flexibleTrips: [FlexibleTripDTO]
    /// The agency names no existing zone, so times may be hours off.
    public var timezoneAssumed: Bool

    /// A timetable as it is sent.
    public init(_ timetable: Timetable) {
        date = timetable.date
        directionID = timetable.directionID
        columns = timetable.columns.map { StopDTO($0.stop) }
        rows = timetable.rows.map(TimetableRowDTO.init)
        flexibleTrips = timetable.flexibleTrips.map(FlexibleTripDTO.init)
        timezoneAssumed = timetable.isTimeZoneAssumed
    }

    public init(_ wire: WireReader) {
        date = wire.date("date")
        directionID = wire.optionalInteger("direction_id")
        columns = wire.list("columns")
        rows = wire.list("rows")
        flexibleTrips = wire.optionalList("flexible_trips")
        timezoneAssumed = wire.optionalFlag("timezone_assumed")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(date, "date")
        wire.put(directionID, "direction_id")
        wire.put(columns, "columns")
        wire.put(rows, "rows")
        wire.putUnlessEmpty(flexibleTrips, "flexible_trips")
        wire.putIfTrue(timezoneAssumed, "timezone_assumed")
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
public struct TimetableRowDTO: DTO {
    /// `trip_id`; empty where an answer lacks it.
    public var tripID: String
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
    public var cells: [TimetableCellDTO?]

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

    public init(_ wire: WireReader) {
        tripID = wire.text("trip_id")
        headsign = wire.optionalText("headsign")
        startTime = wire.optionalTime("start_time")
        endTime = wire.optionalTime("end_time")
        headwaySecs = wire.optionalInteger("headway_secs")
        exactTimes = wire.optionalInteger("exact_times")
        cells = wire.sparseList("cells")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(tripID, "trip_id")
        wire.put(headsign, "headsign")
        wire.put(startTime, "start_time")
        wire.put(endTime, "end_time")
        wire.put(headwaySecs, "headway_secs")
        wire.put(exactTimes, "exact_times")
        wire.putSparse(cells, "cells")
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
public struct TimetableCellDTO: DTO {
    /// The stop or platform.
    public var stopID: String
    /// `stop_sequence`; 0 where an answer lacks it.
    public var stopSequence: Int
    /// Interpolated where the feed gives no time; nil where there is none.
    public var arrivalTime: ServiceTime?
    /// As `arrival_time`.
    public var departureTime: ServiceTime?
    /// Whether the feed gives no time here, so that this one was interpolated; else false.
    public var interpolated: Bool
    /// `pickup_type`: how to board; 0, as scheduled, where an answer lacks it.
    public var pickupType: Int
    /// `drop_off_type`: how to alight; 0, as scheduled, where an answer lacks it.
    public var dropOffType: Int

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

    public init(_ wire: WireReader) {
        stopID = wire.text("stop_id")
        stopSequence = wire.integer("stop_sequence")
        arrivalTime = wire.optionalTime("arrival_time")
        departureTime = wire.optionalTime("departure_time")
        interpolated = wire.optionalFlag("interpolated")
        pickupType = wire.integer("pickup_type")
        dropOffType = wire.integer("drop_off_type")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(stopID, "stop_id")
        wire.put(stopSequence, "stop_sequence")
        wire.put(arrivalTime, "arrival_time")
        wire.put(departureTime, "departure_time")
        wire.putIfTrue(interpolated, "interpolated")
        wire.put(pickupType, "pickup_type")
        wire.put(dropOffType, "drop_off_type")
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
public struct FlexibleTripDTO: DTO {
    /// `trip_id`; empty where an answer lacks it.
    public var tripID: String
    /// `headsign`; nil where the feed is blank.
    public var headsign: String?
    /// All of its calls.
    public var calls: [CallDTO]

    /// A trip as it is sent.
    public init(_ trip: Timetable.FlexibleTrip) {
        tripID = trip.tripID
        headsign = trip.headsign
        calls = trip.calls.map(CallDTO.init)
    }

    public init(_ wire: WireReader) {
        tripID = wire.text("trip_id")
        headsign = wire.optionalText("headsign")
        calls = wire.list("calls")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(tripID, "trip_id")
        wire.put(headsign, "headsign")
        wire.put(calls, "calls")
    }

    /// The trip.
    public var model: Timetable.FlexibleTrip {
        Timetable.FlexibleTrip(tripID: tripID, headsign: headsign, calls: calls.map(\.model))
    }
}
