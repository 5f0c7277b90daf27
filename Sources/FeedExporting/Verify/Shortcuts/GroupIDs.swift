/// Compiling uses another table of ids; a proof has its own.
struct GroupIDs {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// The numbers of ids, counted from 1, by hash; 0 is a free place. At most half are taken.
    private var places = [UInt32](repeating: 0, count: 1 << 10)

    func number(of id: UnsafeRawBufferPointer) -> Int? {
        let number = places[place(of: id)]
        return number == 0 ? nil : Int(number) - 1
    }

    mutating func insert(_ id: UnsafeRawBufferPointer) -> (number: Int, isNew: Bool) {
        let place = place(of: id)
        if places[place] != 0 { return (Int(places[place]) - 1, false) }
        bytes.append(contentsOf: id)
        ends.append(bytes.count)
        places[place] = UInt32(ends.count)
        if ends.count * 2 > places.count { grow() }
        return (ends.count - 1, true)
    }

    func text(_ number: Int) -> String {
        withID(number) { String(decoding: $0, as: UTF8.self) }
    }

    func withID<Result>(
        _ number: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let start = number == 0 ? 0 : ends[number - 1]
        let range = start..<ends[number]
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    private func place(of id: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: id)
        var place = hasher.finalize() & (places.count - 1)
        while places[place] != 0 {
            let isSame = withID(Int(places[place]) - 1) { CellComparison.areEqual($0, id) }
            if isSame { break }
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    private mutating func grow() {
        places = [UInt32](repeating: 0, count: places.count * 2)
        for number in ends.indices {
            let free = withID(number) { place(of: $0) }
            places[free] = UInt32(number + 1)
        }
    }
}
