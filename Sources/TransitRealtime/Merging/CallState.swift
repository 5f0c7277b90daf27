import TransitModel

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
        _ kind: StopEvent.Kind
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
