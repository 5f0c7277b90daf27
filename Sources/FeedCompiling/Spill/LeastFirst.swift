/// Runs ordered by the next owner of each, the least first; for one owner, earlier runs first.
struct LeastFirst {
    /// A heap: no element is greater than those at twice its place plus one and plus two.
    private var heap: [UInt64] = []

    var first: Int? { heap.first.map { Int($0 & 0xFFFF_FFFF) } }

    private static func key(_ owner: Int32, _ run: Int) -> UInt64 {
        UInt64(UInt32(bitPattern: owner)) << 32 | UInt64(run)
    }

    mutating func insert(_ owner: Int32, _ run: Int) {
        heap.append(Self.key(owner, run))
        var place = heap.count - 1
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func replaceFirst(_ owner: Int32, _ run: Int) {
        heap[0] = Self.key(owner, run)
        sink()
    }

    mutating func removeFirst() {
        heap[0] = heap[heap.count - 1]
        heap.removeLast()
        sink()
    }

    private mutating func sink() {
        var place = 0
        while true {
            var least = place
            for below in [2 * place + 1, 2 * place + 2]
            where below < heap.count && heap[below] < heap[least] {
                least = below
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
