/// Values by integer keys that mostly follow one another, as the bundle's keys do: those are found
/// without hashing.
struct KeyedValues<Value: Sendable>: Sendable {
    private var first: Int64 = 0
    private var dense: [Value?] = []
    /// What lies beyond the dense part.
    private var others: [Int64: Value] = [:]

    /// Of a key that is there more than once, the last value counts.
    init(_ values: [(Int64, Value)]) {
        guard let lowest = values.lazy.map(\.0).min() else { return }
        first = lowest
        dense = [Value?](repeating: nil, count: values.count * 4)
        for (key, value) in values {
            if let place = place(of: key) { dense[place] = value } else { others[key] = value }
        }
    }

    subscript(key: Int64) -> Value? {
        place(of: key).map { dense[$0] } ?? others[key]
    }

    private func place(of key: Int64) -> Int? {
        let (offset, overflows) = key.subtractingReportingOverflow(first)
        return !overflows && 0..<Int64(dense.count) ~= offset ? Int(offset) : nil
    }
}
