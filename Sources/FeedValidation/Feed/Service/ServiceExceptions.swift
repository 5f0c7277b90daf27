/// Days that are added to services or taken away, gathered row by row.
package struct ServiceExceptions {
    private struct Entry: BitwiseCopyable {
        let service: Int32
        let day: Int32
        /// Its position in the file.
        let position: Int32
        let isAdded: Bool
    }

    /// The days of a service, sorted and without repeats.
    package struct Days: Equatable {
        package var added: [Int] = []
        package var removed: [Int] = []

        package init(added: [Int] = [], removed: [Int] = []) {
            self.added = added
            self.removed = removed
        }
    }

    private var entries: [Entry] = []
    private var isSorted = true

    package init() {}

    package mutating func append(_ service: Int, day: Int, isAdded: Bool) {
        let entry = Entry(
            service: Int32(service), day: Int32(day), position: Int32(clamping: entries.count),
            isAdded: isAdded)
        if let last = entries.last, !Self.areInOrder(last, entry) { isSorted = false }
        entries.append(entry)
    }

    /// Calls `body` with the days of each service that has some; the last row about a day counts.
    package mutating func forEachService(_ body: (Int, Days) -> Void) {
        if !isSorted { entries.sort(by: Self.areInOrder) }
        isSorted = true
        var days = Days()
        for (index, entry) in entries.enumerated() {
            let next = index + 1 < entries.count ? entries[index + 1] : nil
            if next?.service == entry.service, next?.day == entry.day { continue }
            if entry.isAdded { days.added.append(Int(entry.day)) }
            if !entry.isAdded { days.removed.append(Int(entry.day)) }
            guard next?.service != entry.service else { continue }
            body(Int(entry.service), days)
            days = Days()
        }
    }

    private static func areInOrder(_ one: Entry, _ other: Entry) -> Bool {
        (one.service, one.day, one.position) < (other.service, other.day, other.position)
    }
}
