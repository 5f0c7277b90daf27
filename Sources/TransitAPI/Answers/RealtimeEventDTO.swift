public import TransitModel

/// The data of an event `realtime`: the state of the live data has changed.
public struct RealtimeEventDTO: WireObject, DTO {
    /// How fresh the data is; a word of a later server keeps its text.
    public var state: WireWord<RealtimeState.Freshness> = WireWord(.expired)
    /// The time of the oldest of the applied messages; RFC 3339.
    public var at: String?

    init() {}

    /// Creates the wire form of an event.
    public init(_ freshness: RealtimeState.Freshness, at: String?) {
        state = WireWord(freshness)
        self.at = at
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("state", &state)
        wire.optional("at", &at)
    }
}

/// The data of an event `remove`: rows that are on the board no more.
public struct RemovedRowsDTO: WireObject, DTO {
    /// The keys of the rows.
    public var departures: [RowKeyDTO] = []

    init() {}

    /// Creates the wire form of an event.
    public init(_ departures: [RowKeyDTO]) {
        self.departures = departures
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("departures", &departures)
    }
}

/// Identifies a row of a board.
public struct RowKeyDTO: WireObject, DTO {
    /// `trip_id`.
    public var tripID = ""
    /// The service day.
    public var serviceDate = ServiceDate.earliest
    /// `stop_sequence`.
    public var stopSequence = 0
    /// When the run leaves its first stop; nil unless the row has it.
    public var startTime: ServiceTime?

    init() {}

    /// Creates the key of a row.
    public init(_ row: StopEvent) {
        tripID = row.tripID
        serviceDate = row.serviceDate
        stopSequence = row.stopSequence
        startTime = row.startTime
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("trip_id", &tripID)
        wire.key("service_date", &serviceDate)
        wire.key("stop_sequence", &stopSequence)
        wire.optional("start_time", &startTime)
    }
}

extension RowKeyDTO {
    private struct Exact: Hashable {
        let tripID: TripID
        let serviceDate: ServiceDate
        let stopSequence: Int
        let startTime: ServiceTime?
    }

    private var exact: Exact {
        Exact(
            tripID: TripID(tripID), serviceDate: serviceDate, stopSequence: stopSequence,
            startTime: startTime)
    }

    /// Returns whether both identify the same row; ids compare by their bytes.
    public static func == (left: RowKeyDTO, right: RowKeyDTO) -> Bool { left.exact == right.exact }

    /// Hashes the bytes of the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(exact) }
}
