/// Numbers things so that an id keeps its number from one bundle to the next, and no number is ever
/// used for another id.
///
/// Ids are told apart by their bytes, even where Unicode considers them equal.
package struct StableKeys {
    private let ids: IDTable
    private let keys: [Int32]
    private var next: Int32

    /// Thrown for keys that no bundle has given out.
    package struct Impossible: Error {
        package let reason: String
    }

    /// The largest credible key. Bundles count from 1, one for each id that they ever had, so no
    /// feed comes near it; and it leaves room for as many ids again.
    package static let largest: Int64 = 1 << 30

    package init() {
        ids = IDTable()
        keys = []
        next = 1
    }

    /// - Parameters:
    ///   - previous: the keys of the previous bundle, including those of vanished ids. The first of
    ///     equal ids counts.
    ///   - highest: the highest key ever given out.
    package init(
        previous: [(id: [UInt8], key: Int64)], highest: Int64 = 0
    ) throws(Impossible) {
        let ids = IDTable()
        var keys: [Int32] = []
        var given: Set<Int32> = []
        for (id, key) in previous where id.withUnsafeBytes({ ids.intern($0).isNew }) {
            guard 1...Self.largest ~= key else { throw Impossible(reason: "one is \(key)") }
            keys.append(Int32(key))
            guard given.insert(Int32(key)).inserted else {
                throw Impossible(reason: "two ids have \(key)")
            }
        }
        guard 0...Self.largest ~= highest else {
            throw Impossible(reason: "the highest is \(highest)")
        }
        self.ids = ids
        self.keys = keys
        next = max(Int32(highest), keys.max() ?? 0) + 1
    }

    package mutating func key(_ id: UnsafeRawBufferPointer) -> Int32 {
        if let number = ids.find(id) { return keys[number] }
        defer { next += 1 }
        return next
    }

    package var highest: Int32 { next - 1 }

    package var known: [(key: Int32, id: [UInt8])] {
        keys.indices.map { (key: keys[$0], id: Array(ids[$0])) }.sorted { $0.key < $1.key }
    }
}
