/// Numbers things so that an id keeps its number from one bundle to the next, and no number is ever
/// used for another id.
package struct StableKeys {
    private let previous: [String: Int32]
    private var next: Int32

    /// - Parameters:
    ///   - previous: the keys of the previous bundle, of its vanished ids too.
    ///   - highest: the highest key that was ever given out.
    package init(previous: [String: Int32] = [:], highest: Int32 = 0) {
        self.previous = previous
        next = max(highest, previous.values.max() ?? 0) + 1
    }

    /// The key of an id; a new one when no bundle had it before.
    package mutating func key(_ id: UnsafeRawBufferPointer) -> Int32 {
        if !previous.isEmpty {
            let text = String(decoding: id, as: UTF8.self)
            if let key = previous[text] { return key }
        }
        defer { next += 1 }
        return next
    }

    /// The highest key given out so far, by this or an earlier bundle.
    package var highest: Int32 { next - 1 }

    /// All ids of earlier bundles, by key.
    package var known: [(key: Int32, id: String)] {
        previous.map { (key: $0.value, id: $0.key) }.sorted { $0.key < $1.key }
    }
}
