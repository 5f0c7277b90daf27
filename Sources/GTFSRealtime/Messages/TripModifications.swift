/// A detour of several trips. Experimental in the reference.
public struct TripModifications: Sendable {
    private let slice: MessageSlice

    /// The trips, with the shape that they get.
    public var selectedTrips: RepeatedField<SelectedTrips> {
        RepeatedField(slice, Key.selectedTrips)
    }

    /// The starts of the runs of `frequencies.txt` that are changed, `HH:MM:SS`.
    public var startTimes: RepeatedField<String> { RepeatedField(slice, Key.startTimes) }

    /// The service days, `YYYYMMDD`.
    public var serviceDates: RepeatedField<String> { RepeatedField(slice, Key.serviceDates) }

    /// The parts of the trips that are replaced.
    public var modifications: RepeatedField<Modification> {
        RepeatedField(slice, Key.modifications)
    }

    /// Trips with the shape that they get.
    public struct SelectedTrips: Sendable {
        /// The shape; one of the feed, or of a ``Shape`` of the message.
        public private(set) var shapeID: String?

        private let slice: MessageSlice

        /// The `trip_id` of each trip.
        public var tripIDs: RepeatedField<String> { RepeatedField(slice, Key.tripIDs) }
    }

    /// A part of the trips that is replaced.
    public struct Modification: Sendable {
        /// The first stop that is replaced; the stop before which others are inserted if the end is nil.
        public private(set) var startStopSelector: StopSelector?
        /// The last stop that is replaced.
        public private(set) var endStopSelector: StopSelector?
        /// Seconds that stops after the end are later; 0 if nil.
        public private(set) var propagatedModificationDelay: Int32?
        /// The `id` of the entity with the alert about it.
        public private(set) var serviceAlertID: String?
        /// When it was last changed, in seconds since 1970.
        public private(set) var lastModifiedTime: UInt64?

        private let slice: MessageSlice

        /// The stops instead.
        public var replacementStops: RepeatedField<ReplacementStop> {
            RepeatedField(slice, Key.replacementStops)
        }
    }
}

/// Names a stop of a trip.
public struct StopSelector: Hashable, Sendable {
    /// The `stop_sequence` of `stop_times.txt`; 0 is a value.
    public internal(set) var stopSequence: UInt32?
    /// The `stop_id` of `stop_times.txt`.
    public internal(set) var stopID: String?
}

/// A stop of a detour.
public struct ReplacementStop: Hashable, Sendable {
    /// Seconds from the departure at the stop before the detour to the arrival here.
    public internal(set) var travelTimeToStop: Int32?
    /// The stop; one of the feed, or of a ``Stop`` of the message.
    public internal(set) var stopID: String?
}

extension TripModifications: ReadMessage {
    init(_ slice: MessageSlice) {
        self.slice = slice
    }

    mutating func read(_ field: WireField, as key: Key) {}
}

extension TripModifications.SelectedTrips: ReadMessage {
    init(_ slice: MessageSlice) {
        self.slice = slice
    }

    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .tripIDs: break
        case .shapeID: field.read(&shapeID)
        }
    }
}

extension TripModifications.Modification: ReadMessage {
    init(_ slice: MessageSlice) {
        self.slice = slice
    }

    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .startStopSelector: field.read(&startStopSelector)
        case .endStopSelector: field.read(&endStopSelector)
        case .propagatedModificationDelay: field.read(&propagatedModificationDelay)
        case .replacementStops: break
        case .serviceAlertID: field.read(&serviceAlertID)
        case .lastModifiedTime: field.read(&lastModifiedTime)
        }
    }
}

extension StopSelector: WholeMessage {
    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .stopSequence: field.read(&stopSequence)
        case .stopID: field.read(&stopID)
        }
    }
}

extension ReplacementStop: WholeMessage {
    mutating func read(_ field: WireField, as key: Key) {
        switch key {
        case .travelTimeToStop: field.read(&travelTimeToStop)
        case .stopID: field.read(&stopID)
        }
    }
}
