extension StopEvent {
    /// Events are large, and copying one touches all its texts: so their indices are sorted, mostly
    /// by times and trips alone, and each event is moved once.
    ///
    /// `times` are the expected ones, in seconds since 1970.
    package static func sort(_ events: inout [StopEvent], at times: [Int]) {
        events.withUnsafeMutableBufferPointer { events in
            let trips = events.indices.map { TripID(events[$0].tripID) }
            var order = events.indices.sorted {
                if times[$0] != times[$1] { return times[$0] < times[$1] }
                if trips[$0] != trips[$1] { return trips[$0] < trips[$1] }
                return isInOrder(events[$0], events[$1])
            }
            for start in order.indices {
                // Each event displaces the one in its place, in a cycle.
                var place = start
                while order[place] != start {
                    let next = order[place]
                    events.swapAt(place, next)
                    order[place] = place
                    place = next
                }
                order[place] = place
            }
        }
    }
}
