import Dispatch
import SystemLayer

/// Runs each job at once: on a thread that is idle, or else on a new one.
///
/// So a job may block its thread for as long as it likes, also until another job has run.
@available(macOS 15, iOS 18, *)
final class ThreadExecutor: TaskExecutor {
    static let shared = ThreadExecutor()

    private struct State {
        var jobs: [UnownedJob] = []
        /// Threads that wait for a job, but for those that are already awake for one.
        var idle = 0
    }

    private let state = Locked(State())
    private let hasJob = DispatchSemaphore(value: 0)
    /// As much as a main thread has.
    private static let stackSize = 8 << 20

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isTaken = state.withLock { state in
            state.jobs.append(job)
            guard state.idle > 0 else { return false }
            state.idle -= 1
            return true
        }
        if isTaken {
            hasJob.signal()
        } else if !SystemThread.start(stackSize: Self.stackSize, { [self] in run() }) {
            fatalError("the system has no thread for a test")
        }
    }

    /// The life of a thread: it has a job when it begins, and whenever it is woken.
    private func run() {
        while true {
            let job = state.withLock { $0.jobs.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
            state.withLock { $0.idle += 1 }
            hasJob.wait()
        }
    }
}
