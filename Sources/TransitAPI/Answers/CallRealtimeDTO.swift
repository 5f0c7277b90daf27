public import Foundation
public import TransitModel

/// The live data (GTFS Realtime) for a call, beside the timetable's times.
public struct CallRealtimeDTO: WireObject, DTO {
    /// A word of ``TransitModel/CallRealtime/Status``; an unknown one decodes as `scheduled`.
    public var status = CallRealtime.Status.scheduled.rawValue
    /// When the vehicle is expected to arrive.
    public var arrival: ZonedInstant?
    /// When the vehicle is expected to leave.
    public var departure: ZonedInstant?
    /// The delay in seconds; negative when early.
    public var delaySeconds: Int?
    /// How far the expected time may be off.
    public var uncertaintySeconds: Int?
    /// False for a call that is in no timetable; otherwise left out.
    public var scheduled: Bool?
    /// The `stop_id` of the platform in use, where it differs from the timetable's.
    public var stopID: String?
    /// The `platform_code` of ``stopID``.
    public var platformCode: String?
    /// The `stop_name` of ``stopID``, where that is at another station.
    public var stopName: String?
    /// The headsign, where it differs from the timetable's.
    public var headsign: String?
    /// How full the vehicle is: a value of the reference.
    public var occupancyStatus: String?
    /// The vehicle.
    public var vehicle: VehicleDTO?
    /// The number of calls from the vehicle's next one to this one; negative where the vehicle has
    /// passed it.
    public var stopsAway: Int?
    /// The vehicle stands at the stop.
    public var isAtStop = false
    /// The ids of the alerts for the run or this call, the most severe first.
    public var alerts: [String] = []

    /// A vehicle.
    public struct VehicleDTO: WireObject, DTO {
        /// The producer's own id.
        public var id: String?
        /// The text on the vehicle.
        public var label: String?
        /// A code of `wheelchair_accessible` that overrides the trip's value.
        public var wheelchairAccessible: Int?

        init() {}

        init(_ vehicle: CallRealtime.Vehicle) {
            id = vehicle.id
            label = vehicle.label
            wheelchairAccessible = vehicle.wheelchairAccessible
        }

        mutating func visit(_ wire: inout some Wire) {
            wire.optional("id", &id)
            wire.optional("label", &label)
            wire.optional("wheelchair_accessible", &wheelchairAccessible)
        }

        var model: CallRealtime.Vehicle {
            CallRealtime.Vehicle(
                id: id, label: label, wheelchairAccessible: wheelchairAccessible)
        }
    }

    init() {}

    /// Creates the live data for a call, with the offset of the clock at its stop.
    public init(_ news: CallRealtime, in zone: TimeZone) {
        status = news.status.rawValue
        arrival = news.arrival.map { ZonedInstant($0, in: zone) }
        departure = news.departure.map { ZonedInstant($0, in: zone) }
        delaySeconds = news.delaySeconds
        uncertaintySeconds = news.uncertaintySeconds
        scheduled = news.isScheduled ? nil : false
        stopID = news.stopID
        platformCode = news.platformCode
        stopName = news.stopName
        headsign = news.headsign
        occupancyStatus = news.occupancyStatus
        vehicle = news.vehicle.map(VehicleDTO.init)
        stopsAway = news.stopsAway
        isAtStop = news.isAtStop
        alerts = news.alerts
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("status", &status)
        wire.optional("arrival", &arrival)
        wire.optional("departure", &departure)
        wire.optional("delay_seconds", &delaySeconds)
        wire.optional("uncertainty_seconds", &uncertaintySeconds)
        wire.optional("scheduled", &scheduled)
        wire.optional("stop_id", &stopID)
        wire.optional("platform_code", &platformCode)
        wire.optional("stop_name", &stopName)
        wire.optional("headsign", &headsign)
        wire.optional("occupancy_status", &occupancyStatus)
        wire.optional("vehicle", &vehicle)
        wire.optional("stops_away", &stopsAway)
        wire.optional("at_stop", &isAtStop)
        wire.optional("alerts", &alerts)
    }

    /// The live data.
    public var model: CallRealtime {
        CallRealtime(
            CallRealtime.Status(rawValue: status) ?? .scheduled, arrival: arrival?.date,
            departure: departure?.date, delaySeconds: delaySeconds,
            uncertaintySeconds: uncertaintySeconds, isScheduled: scheduled ?? true, stopID: stopID,
            platformCode: platformCode, stopName: stopName, headsign: headsign,
            occupancyStatus: occupancyStatus, vehicle: vehicle?.model, stopsAway: stopsAway,
            isAtStop: isAtStop, alerts: alerts)
    }
}
