import SystemLayer

/// Milliseconds of one of two clocks.
struct Stopwatch: Sendable {
    /// Counts the processor time of this process, on all threads, instead of the time that went by:
    /// a busy machine then shows nearly the same as a quiet one.
    let countsProcessorTime: Bool

    /// The time since an instant.
    func milliseconds() -> Double {
        (countsProcessorTime ? ThisProcess.processorSeconds : ThisProcess.steadySeconds) * 1e3
    }
}

/// How long something took, time after time, in milliseconds.
struct Latencies: Encodable {
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

extension Duration {
    /// As a number, for ratios and tables.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
