struct Latencies {
    let p50: Double
    let p99: Double
    let max: Double

    init(_ milliseconds: [Double]) {
        let sorted = milliseconds.sorted()
        func percentile(_ share: Double) -> Double {
            sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
        }
        p50 = percentile(0.5)
        p99 = percentile(0.99)
        max = sorted.last ?? 0
    }
}

extension [Double] {
    var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        let upper = sorted[count / 2]
        return count % 2 == 1 ? upper : (sorted[count / 2 - 1] + upper) / 2
    }
}
