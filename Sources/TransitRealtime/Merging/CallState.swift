import Foundation
import GTFSRealtime
import TransitModel

/// What is known of the arrival or the departure of a call, however its run is stored. Times are in
/// seconds since 1970.
struct EventState: Hashable, Sendable {
    var status = CallRealtime.Status.scheduled
    /// By the timetable.
    var scheduled: Int?
    var expected: Int?

    /// A row of a board is at the expected time, else at the scheduled one.
    var time: Int? { expected ?? scheduled }

    var delay: Int? {
        guard let expected, let scheduled else { return nil }
        return expected - scheduled
    }

    /// Nothing is expected any more: the event stands at its planned time, else at the time that
    /// was expected last.
    mutating func end(_ status: CallRealtime.Status) {
        self = EventState(status: status, scheduled: scheduled ?? expected)
    }
}

extension EventState {
    init(
        _ own: ToldCall?, _ carried: CarriedDelay, scheduled: Int?, _ kind: StopEvent.Kind
    ) {
        self.scheduled = scheduled
        if own?.status == .skipped || own?.isForbidden(kind) ?? false {
            status = .skipped
        } else if own?.status == .noData || carried == .noData && own?.status != .updated {
            status = .noData
        } else if let own, own.status == .updated {
            status = .updated
            expected = kind == .departure ? own.departure : own.arrival
        } else if let delay = carried.delay, let scheduled {
            status = .updated
            expected = scheduled + delay
        }
    }
}

/// What is known of a call: on a board of one of its events, on a trip of both.
struct CallState {
    var arrival: EventState?
    var departure: EventState?
    /// The run ends there: nobody boards.
    var isEnd = false
    var isScheduled = true
    /// Nil if it is the timetable's.
    var headsign: String?
    var extra = CallExtra()
    var occupancy = UInt8.max
    var vehicle: CallRealtime.Vehicle?

    /// How far the time may be off at which an event is expected.
    fileprivate var uncertainty: Int? {
        (departure?.expected == nil ? nil : extra.uncertainty(.departure))
            ?? (arrival?.expected == nil ? nil : extra.uncertainty(.arrival))
    }
}

extension CallRealtime {
    /// What riders read of it, with the offset of the clock at the stop. The names of the platform
    /// are not known yet.
    init(_ call: CallState, in zone: TimeZone, on clock: inout OffsetMemory) {
        // A call without boarding may still be one to alight.
        let isLeft = call.isEnd || call.departure?.status == .skipped
        let event = (isLeft ? call.arrival : call.departure) ?? call.departure ?? call.arrival
        self.init(
            event?.status ?? .scheduled,
            arrival: call.arrival?.expected.map { clock.instant($0, in: zone) },
            departure: call.departure?.expected.map { clock.instant($0, in: zone) },
            delaySeconds: call.departure?.delay ?? call.arrival?.delay,
            uncertaintySeconds: call.uncertainty, isScheduled: call.isScheduled,
            stopID: call.extra.platform, headsign: call.headsign,
            occupancyStatus: Self.occupancy(call.occupancy), vehicle: call.vehicle)
    }

    private static func occupancy(_ number: UInt8) -> String? {
        number == .max
            ? nil : VehiclePosition.OccupancyStatus(rawValue: Int32(number)).word
    }
}
