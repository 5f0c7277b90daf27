import GTFSRealtime

/// An expected time, and the delay that is carried on from it.
struct EventTime {
    /// Seconds since 1970.
    let time: Int
    /// As given, else from the timetable; nil where neither is known.
    let delay: Int?

    /// Nil when an event says nothing usable.
    ///
    /// - Parameters:
    ///   - scheduled: seconds since 1970 by the timetable.
    ///   - isTimeOnly: delays mean nothing, as in runs of a headway without exact times.
    init?(_ event: TripUpdate.StopTimeEvent?, scheduled: Int?, isTimeOnly: Bool = false) {
        guard let event else { return nil }
        let delay = isTimeOnly ? nil : UsableValues.delay(event.delay)
        var time = UsableValues.instant(event.time)
        if let given = time, let scheduled, abs(given - scheduled) > UsableValues.day { time = nil }
        if let time {
            self.time = time
            self.delay = delay ?? scheduled.map { time - $0 }
        } else if let delay, let scheduled {
            self.time = scheduled + delay
            self.delay = delay
        } else {
            return nil
        }
    }

    /// Both times of a call of which at least one event is known.
    ///
    /// - Parameter carried: the delay of the calls before.
    static func both(
        _ arrival: EventTime?, _ departure: EventTime?, scheduledArrival: Int?,
        scheduledDeparture: Int?, carried: Int?
    ) -> (arrival: Int, departure: Int)? {
        if let arrival, let departure { return (arrival.time, departure.time) }
        if let arrival {
            guard let scheduledDeparture, let delay = arrival.delay else {
                return (arrival.time, arrival.time)
            }
            return (arrival.time, max(arrival.time, scheduledDeparture + delay))
        }
        guard let departure else { return nil }
        guard let scheduledArrival, let delay = carried ?? departure.delay else {
            return (departure.time, departure.time)
        }
        return (min(departure.time, scheduledArrival + delay), departure.time)
    }
}
