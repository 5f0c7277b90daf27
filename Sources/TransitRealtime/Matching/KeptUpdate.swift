package import GTFSRealtime
import TransitModel

/// An object, because it is large and appears in several lists while messages are merged.
package final class KeptUpdate: Sendable {
    let update: TripUpdate
    package let trip: TripDescriptor
    let source: String
    /// The time of the message, in seconds since 1970.
    package let now: Int
    let measured: Int
    let number: Int
    package let relationship: TripDescriptor.ScheduleRelationship

    package init(_ update: TripUpdate, source: String, now: Int, number: Int) {
        self.update = update
        self.number = number
        trip = update.trip ?? TripDescriptor()
        self.source = source
        self.now = now
        measured = UsableValues.instant(update.timestamp) ?? now
        relationship = Self.relationship(of: update)
    }

    private static func relationship(
        of update: TripUpdate
    ) -> TripDescriptor.ScheduleRelationship {
        guard let given = update.trip?.scheduleRelationship, given.word != nil else {
            return .scheduled
        }
        // It has no run to put in the place of the timetable's, but may say something about that.
        let isTimeless =
            given == .replacement && ListMerger.firstTime(update) == nil
            && update.stopTimeUpdates.contains { ListMerger.stopID($0) != nil }
        return isTimeless ? .scheduled : given
    }

    /// Rule 1, one update per run: of two the newest counts; of equally new ones, the last.
    func counts(before other: KeptUpdate) -> Bool {
        (measured, number) > (other.measured, other.number)
    }
}

extension TripUpdate.StopTimeUpdate {
    /// Numbers that the reference does not know count as `SCHEDULED`, as does `UNSCHEDULED`.
    var isSkipped: Bool { scheduleRelationship == .skipped }
    var hasNoData: Bool { scheduleRelationship == .noData }

    /// The number of `departure_occupancy_status`; 255 for none, or for one without a name.
    var occupancy: UInt8 {
        guard let status = departureOccupancyStatus, status.word != nil else { return .max }
        return UInt8(exactly: status.rawValue) ?? .max
    }

    /// Whether riders may not board, or not alight.
    func isForbidden(_ kind: StopEvent.Kind) -> Bool {
        let type =
            kind == .departure ? stopTimeProperties?.pickupType : stopTimeProperties?.dropOffType
        return type == .unavailable
    }
}
