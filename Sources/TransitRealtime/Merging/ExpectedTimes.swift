import GTFSRealtime
import TransitModel

/// Rules 11 and 13, time and delay, and one event only: when a stop update expects the events of a
/// call, in seconds since 1970.
struct ExpectedTimes {
    let arrival: Int
    let departure: Int
    /// Of the last event, as given, else computed from the timetable; nil where neither is known.
    let delay: Int?

    /// Nil when the update says nothing usable. `arrival` and `departure` are those of the
    /// timetable, `carried` is the delay of the calls before.
    init?(
        _ stop: TripUpdate.StopTimeUpdate, arrival plannedArrival: Int?,
        departure plannedDeparture: Int?, isTimeOnly: Bool = false, carried: Int? = nil
    ) {
        let arrival = Event(stop.arrival, planned: plannedArrival, isTimeOnly: isTimeOnly)
        let departure = Event(stop.departure, planned: plannedDeparture, isTimeOnly: isTimeOnly)
        guard let last = departure ?? arrival else { return nil }
        delay = last.delay
        self.arrival =
            arrival?.time
            ?? min(last.time, Self.time(plannedArrival, carried ?? last.delay) ?? last.time)
        self.departure =
            departure?.time
            ?? max(last.time, Self.time(plannedDeparture, last.delay) ?? last.time)
    }

    private static func time(_ planned: Int?, _ delay: Int?) -> Int? {
        guard let planned, let delay else { return nil }
        return planned + delay
    }

    private struct Event {
        let time: Int
        let delay: Int?

        init?(_ event: TripUpdate.StopTimeEvent?, planned: Int?, isTimeOnly: Bool) {
            guard let event else { return nil }
            let delay = isTimeOnly ? nil : UsableValues.delay(event.delay)
            var time = UsableValues.instant(event.time)
            if let given = time, let planned, abs(given - planned) > RealtimeLimits.longestDelay {
                time = nil
            }
            if let time {
                self.time = time
                self.delay = delay ?? planned.map { time - $0 }
            } else if let delay, let planned {
                self.time = planned + delay
                self.delay = delay
            } else {
                return nil
            }
        }
    }
}
