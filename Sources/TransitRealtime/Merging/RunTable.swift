import SystemLayer
import TransitModel

/// A dictionary would keep a text for each run. Such small blocks, allocated while a message is
/// matched, would keep all the memory around them from being released.
struct RunTable: Sendable {
    private var entries: [Entry] = []
    private var hashes: [Int] = []
    /// Indices of entries, each in the first free slot from that of its hash on; -1 in a free slot.
    private var slots: [Int32] = []
    private var texts: [UInt8] = []

    private struct Entry {
        let run: MergedRun
        let day: Int32
        let start: Int32
        let text: Range<Int32>
    }

    mutating func add(_ run: MergedRun, _ key: RunKey) {
        let first = Int32(clamping: texts.count)
        texts += key.tripID.text.utf8
        entries.append(
            Entry(
                run: run, day: Int32(clamping: key.day), start: Self.number(key.start),
                text: first..<Int32(clamping: texts.count)))
        hashes.append(key.hashValue)
    }

    mutating func finish() {
        var count = 2
        while count < 2 * hashes.count { count *= 2 }
        slots = Array(repeating: -1, count: count)
        for (index, hash) in hashes.enumerated() {
            var slot = hash & (count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (count - 1) }
            slots[slot] = Int32(clamping: index)
        }
        hashes = []
        entries = Array(entries[...])
        texts = Array(texts[...])
    }

    subscript(key: RunKey) -> MergedRun? {
        guard !slots.isEmpty else { return nil }
        var slot = key.hashValue & (slots.count - 1)
        while slots[slot] >= 0 {
            let entry = entries[Int(slots[slot])]
            slot = (slot + 1) & (slots.count - 1)
            if entry.day == key.day, entry.start == Self.number(key.start),
                names(entry, key.tripID.text)
            {
                return entry.run
            }
        }
        return nil
    }

    func runs(of tripID: TripID) -> [(key: RunKey, run: MergedRun)] {
        let text = tripID.text
        return entries.compactMap { entry in
            guard names(entry, text) else { return nil }
            let start = entry.start == .min ? nil : Int(entry.start)
            return (RunKey(text, day: Int(entry.day), start: start), entry.run)
        }
    }

    /// Not by `elementsEqual`, which takes the bytes one by one: merging asks for each run of a
    /// message several times.
    private func names(_ entry: Entry, _ text: String) -> Bool {
        let place = Int(entry.text.lowerBound)..<Int(entry.text.upperBound)
        guard text.utf8.count == place.count else { return false }
        return text.utf8.withContiguousStorageIfAvailable { text in
            texts.withUnsafeBytes { texts in
                guard let texts = texts.baseAddress, let text = text.baseAddress else {
                    return true
                }
                return MemoryComparison.areEqual(
                    texts + place.lowerBound, text, count: place.count)
            }
        } ?? texts[place].elementsEqual(text.utf8)
    }

    private static func number(_ start: Int?) -> Int32 { start.map(Int32.init(clamping:)) ?? .min }
}
