extension StopEvent {
    /// Sorts as boards are. Events are large, and copying one touches all its texts: so their indices are
    /// sorted, mostly by their times alone, and each event is moved once.
    package static func sort(_ events: inout [StopEvent]) {
        events.withUnsafeMutableBufferPointer { events in
            let times = events.indices.map { events[$0].expectedTime }
            var order = events.indices.sorted {
                times[$0] == times[$1]
                    ? isInOrder(events[$0], events[$1]) : times[$0] < times[$1]
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
