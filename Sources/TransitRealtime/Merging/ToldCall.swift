import GTFSRealtime
import TransitBundle
import TransitModel

/// Rules 12 and 14 to 16, delays carried on, no data, skipped, no event: what an update says of a
/// call, however its run is stored.
struct ToldCall: Sendable {
    enum Status: UInt8 {
        /// The update has no usable event: what earlier calls say continues to apply.
        case quiet
        case updated, noData, skipped
    }

    var status = Status.quiet
    /// When the events are expected, in seconds since 1970.
    var arrival: Int?
    var departure: Int?
    /// The delay of the calls after this one.
    var carried = CarriedDelay.unknown
    var hasNoPickup = false
    var hasNoDropOff = false
    /// `VehiclePosition.OccupancyStatus`; 255 if not given.
    var occupancy = UInt8.max
    var extra = CallExtra()

    /// All that a row shows of it apart from its times.
    func addShown(to hasher: inout Hasher) {
        let bits =
            UInt32(status.rawValue) | (hasNoPickup ? 4 : 0) | (hasNoDropOff ? 8 : 0)
            | UInt32(occupancy) << 8
        hasher.combine(bits)
        // Few calls have any.
        if extra != CallExtra() { hasher.combine(extra) }
    }

    func isForbidden(_ kind: StopEvent.Kind) -> Bool {
        kind == .departure ? hasNoPickup : hasNoDropOff
    }
}

extension ToldCall {
    /// `arrival` and `departure` are those of the timetable, `before` is the delay of the calls
    /// before, and `stopID` is where the run calls by the timetable or, without one, by its list.
    init(
        _ stop: TripUpdate.StopTimeUpdate, at stopID: String?, arrival: Int?, departure: Int?,
        after before: CarriedDelay = .unknown, isTimeOnly: Bool = false, _ places: PlaceLookup
    ) throws {
        carried = before
        if stop.isSkipped {
            status = .skipped
        } else if stop.hasNoData {
            status = .noData
            carried = .noData
        } else {
            expect(
                ExpectedTimes(
                    stop, arrival: arrival, departure: departure, isTimeOnly: isTimeOnly,
                    carried: before.delay))
        }
        hasNoPickup = stop.isForbidden(.departure)
        hasNoDropOff = stop.isForbidden(.arrival)
        occupancy = stop.occupancy
        extra = CallExtra(stop, hasTimes: status == .updated)
        if status != .skipped {
            extra.platform = try CallLocator.platform(stop, in: stopID, places)
        }
    }

    private mutating func expect(_ times: ExpectedTimes?) {
        guard let times else { return }
        status = .updated
        arrival = times.arrival
        departure = times.departure
        // The delay of the last event goes on; one without a plan leaves the delay as it was.
        if let delay = times.delay {
            carried = CarriedDelay(delay)
        } else if carried == .noData {
            carried = .unknown
        }
    }
}

struct CarriedDelay: Hashable, Sendable {
    /// In seconds; 24 bits have room for all delays.
    let bits: Int32

    /// Nothing is known: the timetable applies.
    static let unknown = CarriedDelay(bits: -1 << 23)
    /// The producer states that it has no data.
    static let noData = CarriedDelay(bits: 1 << 23 - 1)

    init(bits: Int32) {
        self.bits = bits
    }

    init(_ delay: Int) {
        bits = max(Self.unknown.bits + 1, min(Int32(clamping: delay), Self.noData.bits - 1))
    }

    var delay: Int? { self == .unknown || self == .noData ? nil : Int(bits) }
}
