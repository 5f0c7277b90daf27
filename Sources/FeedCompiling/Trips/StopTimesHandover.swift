import Dispatch
package import FeedReading
import SystemLayer

/// Lets the thread that builds a bundle read `stop_times.txt` for the thread that validates, too.
///
/// The validating thread offers its checks when it comes to the file, and waits; meanwhile all that the
/// checks keep belongs to the other thread.
package final class StopTimesHandover: @unchecked Sendable {
    // Sendable: what is offered is used by one thread at a time, between the two signals.
    package typealias Checks = (CSVReader) -> any StopTimeChecks

    private let isOffered = DispatchSemaphore(value: 0)
    private let isRead = DispatchSemaphore(value: 0)
    private let state = Locked(State.waiting)
    private var checks: Checks?

    private enum State: Sendable {
        case waiting
        case offered
        case complete
        case failed
    }

    package init() {}

    // MARK: The validating thread

    /// Gives checks away, for a reader that stands at the header of the file.
    package func offer(_ checks: @escaping Checks) {
        self.checks = checks
        state.withLock { $0 = .offered }
        isOffered.signal()
    }

    /// Waits until the file was read; throws when it was not, to its end.
    package func waitUntilRead() throws(FeedError) {
        isRead.wait()
        isRead.signal()
        guard state.withLock({ $0 }) == .complete else { throw .cancelled }
    }

    /// Nothing is offered any more: the validation has ended, or will not come to the file.
    package func withdraw() {
        isOffered.signal()
    }

    // MARK: The building thread

    /// The checks, as soon as they are offered; nil when there will be none.
    func take(_ reader: CSVReader) -> (any StopTimeChecks)? {
        isOffered.wait()
        isOffered.signal()
        defer { checks = nil }
        return checks?(reader)
    }

    /// The file was read to its end, or will never be.
    func finish(isComplete: Bool) {
        let isFirst = state.withLock { state in
            guard state != .complete, state != .failed else { return false }
            state = isComplete ? .complete : .failed
            return true
        }
        if isFirst { isRead.signal() }
    }
}
