import FeedReading

/// What a rule found in a trip, and so finds in every trip of its group.
struct GroupVerdict: BitwiseCopyable {
    /// The entry of the bin that the findings are in.
    private var entry: Int32
    /// How many they are; -1 when that is not known, or when they have several codes.
    private var count: Int32

    static let unknown = GroupVerdict()

    private init() {
        entry = 0
        count = -1
    }

    /// - Parameter before: what the entries of the bin had counted before the trip was checked.
    init(before: [Int], _ bin: NoticeBin) {
        self.init()
        for (index, found) in bin.entries.enumerated() {
            let added = found.count - (index < before.count ? before[index] : 0)
            guard added > 0 else { continue }
            guard count < 0, let added = Int32(exactly: added) else {
                count = -1
                return
            }
            entry = Int32(index)
            count = added
        }
        if count < 0 { count = 0 }
    }

    /// Counts the findings once more; false when the rule must look at the trip itself.
    @inline(__always)
    func holdsAgain(_ bin: NoticeBin) -> Bool {
        count == 0 || count > 0 && bin.addAgain(Int(entry), count: Int(count))
    }
}
