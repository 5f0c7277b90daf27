import GTFSRealtime
import TransitModel

/// The content of an update about a call of the timetable, and the delay that later calls take from it.
///
/// Kept for each stop update of each source, so it is small: times are seconds of the service day.
struct MergedCall: Sendable {
    /// The kinds of news.
    enum Status: UInt8 {
        /// The update has no usable event: what earlier calls say goes on.
        case quiet
        case updated, noData, skipped
    }

    /// The `stop_sequence`.
    let sequence: Int32
    let status: Status
    /// `VehiclePosition.OccupancyStatus`; 255 where it is not given.
    var occupancy = UInt8.max
    /// The stop is not one to board, or to alight.
    var hasNoPickup = false
    var hasNoDropOff = false
    /// Expected times; nil as ``none``.
    var arrival = Self.none
    var departure = Self.none
    /// Seconds that the prediction may be off; -1 where it is not given.
    var arrivalUncertainty = Int16(-1)
    var departureUncertainty = Int16(-1)
    /// For the calls after this one.
    var carried = CarriedDelay.unknown

    static let none = Int32.min

    init(sequence: Int, status: Status) {
        self.sequence = Int32(clamping: sequence)
        self.status = status
    }
}

/// The delay that later calls have, until an update says otherwise.
struct CarriedDelay: Hashable, Sendable {
    private let seconds: Int32

    /// Nothing is known: the timetable holds.
    static let unknown = CarriedDelay(seconds: .min)
    /// The producer cannot tell.
    static let noData = CarriedDelay(seconds: .max)

    private init(seconds: Int32) {
        self.seconds = seconds
    }

    /// A delay of at most a day.
    init(_ delay: Int) {
        seconds = Int32(clamping: delay)
    }

    /// Nil where none is known.
    var delay: Int? { self == .unknown || self == .noData ? nil : Int(seconds) }
}

/// Another platform, another headsign: few calls have them.
struct CallExtra: Hashable, Sendable {
    var platform: String?
    var headsign: String?

    var isEmpty: Bool { platform == nil && headsign == nil }
}

extension MergedCall {
    /// The expected time of an event.
    func time(_ kind: StopEvent.Kind) -> Int? {
        let time = kind == .departure ? departure : arrival
        return time == Self.none ? nil : Int(time)
    }

    /// Seconds that the prediction of an event may be off.
    func uncertainty(_ kind: StopEvent.Kind) -> Int? {
        let seconds = kind == .departure ? departureUncertainty : arrivalUncertainty
        return seconds < 0 ? nil : Int(seconds)
    }

    /// Whether a departure is not one to board, or an arrival not one to alight.
    func isForbidden(_ kind: StopEvent.Kind) -> Bool {
        kind == .departure ? hasNoPickup : hasNoDropOff
    }
}

/// The news of an event of the timetable.
struct CallState {
    let status: CallRealtime.Status
    /// Seconds since 1970.
    var expected: Int?
    var uncertainty: Int?

    /// - Parameters:
    ///   - own: the update of the call.
    ///   - carried: the delay that goes on at the call.
    ///   - scheduled: seconds since 1970 by the timetable.
    init(
        _ own: MergedCall?, _ carried: CarriedDelay, scheduled: Int?, dayStart: Int,
        kind: StopEvent.Kind
    ) {
        if own?.status == .skipped || own?.isForbidden(kind) ?? false {
            status = .skipped
        } else if own?.status == .noData || carried == .noData && own?.status != .updated {
            status = .noData
        } else if let own, own.status == .updated {
            status = .updated
            expected = own.time(kind).map { $0 + dayStart }
            uncertainty = own.uncertainty(kind)
        } else if let delay = carried.delay, let scheduled {
            status = .updated
            expected = scheduled + delay
        } else {
            status = .scheduled
        }
    }
}

extension ListedRun.ListedCall {
    mutating func set(
        _ kind: StopEvent.Kind, status: CallRealtime.Status, expected: Int?, uncertainty: Int?
    ) {
        switch kind {
        case .arrival:
            arrivalStatus = status
            arrival = expected
            arrivalUncertainty = uncertainty
        case .departure:
            departureStatus = status
            departure = expected
            departureUncertainty = uncertainty
        }
    }
}
