import GTFSRealtime
import GTFSSchedule
import TransitRealtime

struct RunName: Hashable {
    let trip: TripID
    private let date: String?
    private let start: String?

    init?(_ trip: TripDescriptor?) {
        guard let id = UsableValues.id(trip?.tripID) else { return nil }
        self.trip = TripID(id)
        date = trip?.startDate
        start = trip?.startTime
    }
}

typealias VehicleID = Identifier<VehicleDescriptor>
