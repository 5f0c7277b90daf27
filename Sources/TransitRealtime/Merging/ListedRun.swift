import BundleCodec
import GTFSRealtime
import TransitBundle
import TransitModel

/// An added one, a copy, one that replaces a run of the timetable, or one of a headway without
/// exact times.
struct ListedRun: Hashable, Sendable {
    let tripID: String
    let template: String?
    let routeID: String?
    let directionID: Int?
    /// In days since 1970-01-01.
    let day: Int
    /// In seconds of the service day, if the update gives it.
    let start: Int?
    let headway: RunInterval?
    let headsign: String?
    let shortName: String?
    let kind: Kind
    /// Apart from what an update says about them.
    let isCopy: Bool
    let vehicle: CallRealtime.Vehicle?
    var calls: [ListedCall]

    enum Kind: Hashable, Sendable {
        case added
        case replacement
        /// The run starts at any time, and no times are promised.
        case headway
    }

    /// With what all rows of the run show. One without a headsign goes to its last stop.
    var hasherOfRows: Hasher {
        var run = self
        run.calls = []
        var hasher = Hasher()
        hasher.combine(run)
        if headsign == nil { hasher.combine(calls.endOfAdded.map { calls[$0].stopID }) }
        return hasher
    }

    func isScheduled(_ call: ListedCall) -> Bool { kind == .replacement && !call.isElsewhere }

    struct ListedCall: Hashable, Sendable {
        let sequence: Int
        let stopID: String
        /// Its station last; empty for a stop that the feed does not know.
        let places: [String]
        /// Empty if the platform is the timetable's.
        var placesOfPlatform: [String] = []
        /// Whether the replaced run does not call at the stop.
        var isElsewhere = false
        var extra = CallExtra()
        var occupancy: UInt8 = .max
        var arrival = EventState()
        var departure = EventState()
        var pickup = 0
        var dropOff = 0
        /// The last call has no departure, the first no arrival.
        var hasArrival = true
        var hasDeparture = true
    }
}

extension ListedRun {
    /// `template` is the trip that is copied or replaced, `calls` are those of the run.
    init(
        _ kept: KeptUpdate, _ key: RunKey, like template: TripTimetable?, _ kind: Kind,
        isCopy: Bool, vehicle: CallRealtime.Vehicle?, calls: [ListedCall],
        counting effort: MatchEffort
    ) throws {
        tripID = key.tripID.text
        self.template = template?.tripID
        routeID = template?.routeID ?? UsableValues.id(kept.trip.routeID)
        directionID = template?.directionID ?? kept.trip.directionID.map(Int.init)
        day = key.day
        start = key.start
        headway =
            kind == .added ? nil : try RunMatcher.interval(of: key, template, counting: effort)
        headsign = UsableValues.id(kept.update.tripProperties?.tripHeadsign)
        shortName = UsableValues.id(kept.update.tripProperties?.tripShortName)
        self.kind = kind
        self.isCopy = isCopy
        self.vehicle = vehicle
        self.calls = calls
    }

    mutating func cancel() {
        for index in calls.indices { calls[index].end(.canceled) }
    }

    /// On a board of one kind of events, or on the trip.
    func state(of call: ListedCall, _ kind: StopEvent.Kind? = nil) -> CallState {
        CallState(
            arrival: kind == .departure ? nil : call.arrival,
            departure: kind == .arrival ? nil : call.departure, isEnd: !call.hasDeparture,
            isScheduled: isScheduled(call), extra: call.extra, occupancy: call.occupancy,
            vehicle: vehicle)
    }
}

extension [ListedRun.ListedCall] {
    var endOfAdded: Int? { lastIndex { $0.arrival.status != .skipped } }
}

extension ListedRun.ListedCall {
    /// `arrival` and `departure` are by the timetable or, without one, as the update plans them.
    init(
        _ own: ToldCall?, _ carried: CarriedDelay, sequence: Int, stopID: String, arrival: Int?,
        departure: Int?, isAdded: Bool, _ lookup: PlaceLookup
    ) throws {
        self.sequence = sequence
        self.stopID = stopID
        places = try lookup.places(ofStop: stopID)
        self.arrival = EventState(own, carried, scheduled: arrival, .arrival)
        self.departure = EventState(own, carried, scheduled: departure, .departure)
        for kind in StopEvent.Kind.allCases where isAdded && self[kind].status != .skipped {
            self[kind].status = .added
        }
        guard let own else { return }
        occupancy = own.occupancy
        extra = own.extra
        if let platform = own.extra.platform {
            placesOfPlatform = try lookup.places(ofStop: platform)
        }
    }

    subscript(kind: StopEvent.Kind) -> EventState {
        get { kind == .departure ? departure : arrival }
        set {
            switch kind {
            case .arrival: arrival = newValue
            case .departure: departure = newValue
            }
        }
    }

    mutating func end(_ status: CallRealtime.Status) {
        arrival.end(status)
        departure.end(status)
    }

    var isSkipped: Bool { arrival.status == .skipped && departure.status == .skipped }

    /// Not available where only this event is skipped.
    func use(_ kind: StopEvent.Kind) -> PickupDropOff {
        if self[kind].status == .skipped, !isSkipped { return .notAvailable }
        return PickupDropOff(code: kind == .departure ? pickup : dropOff)
    }

    /// Riders can use the event, and it has a time.
    func isOnBoard(_ kind: StopEvent.Kind) -> Bool {
        let isUsable = kind == .departure ? hasDeparture && pickup != 1 : hasArrival && dropOff != 1
        return isUsable && !places.isEmpty && self[kind].time != nil
    }
}
