import BundleCodec
import TransitModel

/// A run with its own calls: an added one, a copy, one that replaces a run of the timetable, or one
/// of a headway without exact times.
struct ListedRun: Hashable, Sendable {
    let tripID: String
    let template: String?
    let routeID: String?
    let directionID: Int?
    /// The service day, in days since 1970-01-01.
    let day: Int
    /// The start in seconds of the service day, if the update gives it.
    let start: Int?
    /// The row of `frequencies.txt` that contains the run.
    let headway: RunInterval?
    let headsign: String?
    let shortName: String?
    let kind: Kind
    /// Whether its calls are those of the template, apart from what an update says about them.
    let isCopy: Bool
    let vehicle: CallRealtime.Vehicle?
    var calls: [ListedCall]

    /// The reasons why a run has its own calls.
    enum Kind: Hashable, Sendable {
        /// The run is in no timetable.
        case added
        /// The run replaces a run of the timetable.
        case replacement
        /// The run belongs to a trip that comes about every so many seconds: it starts at any time,
        /// and no times are promised.
        case headway
    }

    /// Whether the timetable has a call of it.
    func isScheduled(_ call: ListedCall) -> Bool { kind == .replacement && !call.isElsewhere }

    /// A call. Times are in seconds since 1970.
    struct ListedCall: Hashable, Sendable {
        let sequence: Int
        let stopID: String
        /// The stop and the places that it is part of, its station last; empty for a stop that the
        /// feed does not know.
        let places: [String]
        /// The same for the platform in use, if it is a different one.
        var platform: [String] = []
        /// Whether the replaced run does not call at the stop.
        var isElsewhere = false
        var headsign: String?
        var occupancy: UInt8 = .max
        var scheduledArrival: Int?
        var scheduledDeparture: Int?
        var arrival: Int?
        var departure: Int?
        var arrivalUncertainty: Int?
        var departureUncertainty: Int?
        var arrivalStatus: CallRealtime.Status
        var departureStatus: CallRealtime.Status
        /// A code of the timetable, for a copy.
        var pickup = 0
        var dropOff = 0
        /// The last call has no departure, the first no arrival.
        var hasArrival = true
        var hasDeparture = true
    }
}

extension ListedRun {
    /// Cancels all calls, each at its planned time, else at the time that was expected last.
    mutating func cancel() {
        for index in calls.indices {
            calls[index].scheduledArrival = calls[index].scheduledArrival ?? calls[index].arrival
            calls[index].scheduledDeparture =
                calls[index].scheduledDeparture ?? calls[index].departure
            for kind in StopEvent.Kind.allCases {
                calls[index].set(kind, status: .canceled, expected: nil, uncertainty: nil)
            }
        }
    }
}

extension [ListedRun.ListedCall] {
    /// The call at which an added run ends: the last one that it does not skip.
    var endOfAdded: Int? { lastIndex { $0.arrivalStatus != .skipped } }
}

extension ListedRun.ListedCall {
    func scheduled(_ kind: StopEvent.Kind) -> Int? {
        kind == .departure ? scheduledDeparture : scheduledArrival
    }

    func expected(_ kind: StopEvent.Kind) -> Int? { kind == .departure ? departure : arrival }

    func status(_ kind: StopEvent.Kind) -> CallRealtime.Status {
        kind == .departure ? departureStatus : arrivalStatus
    }

    /// Whether riders can use neither event.
    var isSkipped: Bool { arrivalStatus == .skipped && departureStatus == .skipped }

    /// How riders board at a departure, or alight at an arrival: not at all where that alone is
    /// skipped.
    func use(_ kind: StopEvent.Kind) -> PickupDropOff {
        if status(kind) == .skipped, !isSkipped { return .notAvailable }
        return PickupDropOff(code: kind == .departure ? pickup : dropOff)
    }

    /// Whether the event can be on a board: riders can use it, and it has a time.
    func isOnBoard(_ kind: StopEvent.Kind) -> Bool {
        let isUsable = kind == .departure ? hasDeparture && pickup != 1 : hasArrival && dropOff != 1
        return isUsable && !places.isEmpty && (expected(kind) ?? scheduled(kind)) != nil
    }
}
