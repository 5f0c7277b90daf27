import GTFSRealtime
import GTFSSchedule
import TransitRealtime

/// The identity of a run in messages.
struct RunName: Hashable {
    let trip: TripID
    private let date: String?
    private let start: String?

    /// Nil for a trip without an id.
    init?(_ trip: TripDescriptor?) {
        guard let id = UsableValues.id(trip?.tripID) else { return nil }
        self.trip = TripID(id)
        date = trip?.startDate
        start = trip?.startTime
    }
}

/// `vehicle.id`.
typealias VehicleID = Identifier<VehicleDescriptor>
