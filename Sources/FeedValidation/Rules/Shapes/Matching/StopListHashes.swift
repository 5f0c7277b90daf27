import FeedCompiling

/// Trips with the same hashes agree in stops and distances of their calls.
struct StopListHashes {
    struct Hash: Hashable {
        let stops: UInt64
        let distances: UInt64
    }

    private let lists: TripLists
    private var stops: [UInt64]
    private var distances: [UInt64]

    init(_ feed: LoadedFeed) {
        lists = TripLists(feed.calls)
        stops = Array(repeating: 0, count: feed.calls.lists.calls.count)
        distances = Array(repeating: 0, count: feed.calls.lists.distances.count)
    }

    mutating func hash(_ trip: Int) -> Hash {
        let list = lists.callNumber(trip)
        guard list >= 0 else { return Hash(stops: 1, distances: 1) }
        if stops[list] == 0 {
            stops[list] =
                lists.calls(trip).reduce(into: Mixer()) { mixer, call in
                    mixer.add(UInt64(truncatingIfNeeded: call.stop))
                }.hash
        }
        let distanceNumber = lists.distanceNumber(trip)
        guard distanceNumber >= 0 else { return Hash(stops: stops[list], distances: 1) }
        if distances[distanceNumber] == 0 {
            var mixer = Mixer()
            for (position, distance) in lists.distances(trip).enumerated() where distance > 0 {
                // Blanks are left out: they count as 0.
                mixer.add(UInt64(position))
                mixer.add(distance.bitPattern)
            }
            distances[distanceNumber] = mixer.hash
        }
        return Hash(stops: stops[list], distances: distances[distanceNumber])
    }

    /// Never 0.
    private struct Mixer {
        private var state = ByteHash.seed
        private var count: UInt64 = 0

        mutating func add(_ number: UInt64) {
            let product = (state ^ number &+ 0x9E37_79B9_7F4A_7C15)
                .multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
            state = product.high ^ product.low &+ count
            count &+= 1
        }

        var hash: UInt64 { count == 0 ? 1 : state | 2 }
    }
}
