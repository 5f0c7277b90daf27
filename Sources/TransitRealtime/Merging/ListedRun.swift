import BundleCodec
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

    func isScheduled(_ call: ListedCall) -> Bool { kind == .replacement && !call.isElsewhere }

    /// Times are in seconds since 1970.
    struct ListedCall: Hashable, Sendable {
        let sequence: Int
        let stopID: String
        /// Its station last; empty for a stop that the feed does not know.
        let places: [String]
        /// Empty if the platform is the timetable's.
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
        var pickup = 0
        var dropOff = 0
        /// The last call has no departure, the first no arrival.
        var hasArrival = true
        var hasDeparture = true
    }
}

extension ListedRun {
    /// A call is canceled at its planned time, else at the time that was expected last.
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

    var isSkipped: Bool { arrivalStatus == .skipped && departureStatus == .skipped }

    /// Not available where only this event is skipped.
    func use(_ kind: StopEvent.Kind) -> PickupDropOff {
        if status(kind) == .skipped, !isSkipped { return .notAvailable }
        return PickupDropOff(code: kind == .departure ? pickup : dropOff)
    }

    /// Riders can use the event, and it has a time.
    func isOnBoard(_ kind: StopEvent.Kind) -> Bool {
        let isUsable = kind == .departure ? hasDeparture && pickup != 1 : hasArrival && dropOff != 1
        return isUsable && !places.isEmpty && (expected(kind) ?? scheduled(kind)) != nil
    }
}
