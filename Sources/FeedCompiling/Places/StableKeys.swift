/// Numbers things so that an id keeps its number from one bundle to the next, and no number is ever
/// used for another id.
package struct StableKeys {
    private let previous: [String: Int32]
    private var next: Int32
    private var used: Set<String> = []

    /// - Parameters:
    ///   - previous: the keys of the previous bundle, of its vanished ids too.
    ///   - highest: the highest key that was ever given out.
    package init(previous: [String: Int32] = [:], highest: Int32 = 0) {
        self.previous = previous
        next = max(highest, previous.values.max() ?? 0) + 1
    }

    /// The key of an id; a new one when no bundle had it before.
    mutating func key(_ id: UnsafeRawBufferPointer) -> Int32 {
        if !previous.isEmpty {
            let text = String(decoding: id, as: UTF8.self)
            used.insert(text)
            if let key = previous[text] { return key }
        }
        defer { next += 1 }
        return next
    }

    /// The highest key given out so far, by this or an earlier bundle.
    package var highest: Int32 { next - 1 }

    /// Ids of earlier bundles that this feed does not have, by key.
    package var vanished: [(key: Int32, id: String)] {
        previous.filter { !used.contains($0.key) }.map { (key: $0.value, id: $0.key) }
            .sorted { $0.key < $1.key }
    }
}
