import Foundation

/// Milliseconds of one of two clocks.
struct Stopwatch: Sendable {
    /// Counts what the processor did for this process, on all threads, rather than the time that
    /// went by: a machine that is busy with other things then tells nearly the same as a quiet one.
    let countsProcessorTime: Bool

    /// The time since some instant.
    func milliseconds() -> Double {
        var time = timespec()
        clock_gettime(countsProcessorTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
