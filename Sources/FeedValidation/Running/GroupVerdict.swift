import FeedReading

/// The findings of a rule in a trip, and so in every trip of its group.
struct GroupVerdict: BitwiseCopyable {
    /// The counts of a bin, so that the next trip's findings can be told from them.
    struct Counts {
        private(set) var total: Int
        private(set) var entries: [Int]

        init(_ bin: NoticeBin) {
            total = bin.total
            entries = bin.entries.map(\.count)
        }

        fileprivate mutating func add(_ count: Int, to entry: Int) {
            if entry == entries.count { entries.append(0) }
            entries[entry] += count
            total += count
        }
    }

    /// The entry of the bin that the findings are in.
    private var entry: Int32 = 0
    /// How many they are; -1 when that is not known, or when they have several codes.
    private var count: Int32

    static let unknown = GroupVerdict(count: -1)

    private init(count: Int32) {
        self.count = count
    }

    /// - Parameter counts: what the bin had counted before the trip was checked; then, what it counts
    ///   now.
    init(since counts: inout Counts, _ bin: NoticeBin) {
        self.init(count: 0)
        guard bin.total != counts.total else { return }
        for (index, found) in bin.entries.enumerated() {
            let added = found.count - (index < counts.entries.count ? counts.entries[index] : 0)
            guard added > 0 else { continue }
            counts.add(added, to: index)
            count = count == 0 ? Int32(exactly: added) ?? -1 : -1
            entry = Int32(index)
        }
    }

    /// Counts the findings once more; false when the rule must look at the trip itself.
    @inline(__always)
    func holdsAgain(_ bin: NoticeBin, _ counts: inout Counts) -> Bool {
        guard count != 0 else { return true }
        guard count > 0, bin.addAgain(Int(entry), count: Int(count)) else { return false }
        counts.add(Int(count), to: Int(entry))
        return true
    }
}
