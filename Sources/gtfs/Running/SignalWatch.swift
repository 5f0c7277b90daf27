import FeedReading
import Publishing
import SystemLayer

/// Ends the process on SIGINT, SIGTERM and SIGHUP without leaving unfinished files or programs
/// behind.
enum SignalWatch {
    /// Call it before any other thread starts.
    static func start() {
        let signals = EndingSignals.block()
        WorkerThread.start { end(by: signals.wait()) }
    }

    private static func end(by number: Int32) -> Never {
        RunningChildren.shared.endAllForExit(number)
        HeldLeases.shared.recordInterruption(by: number)
        UnfinishedFiles.shared.discardAllForExit()
        HeldLeases.shared.releaseAllForExit()
        ProgressLine.leave()
        EndingSignals.endProcess(by: number)
    }
}
