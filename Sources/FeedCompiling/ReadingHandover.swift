import Dispatch
package import FeedReading
import SystemLayer

/// Lets the thread that builds a bundle read a file for the thread that validates, too.
///
/// The validating thread offers its checks when it reaches the file, then waits. Meanwhile the
/// other thread owns everything that the checks hold.
package final class ReadingHandover<Checks>: @unchecked Sendable {
    // Sendable: one thread at a time uses what is offered, between the two signals.
    package typealias Making = (CSVReader) -> Checks

    private let isOffered = DispatchSemaphore(value: 0)
    private let isRead = DispatchSemaphore(value: 0)
    private let state = Locked(State.waiting)
    private var making: Making?

    private enum State: Sendable {
        case waiting
        case offered
        case complete
        case failed
    }

    package init() {}

    // MARK: The validating thread

    /// Offers checks, to be made for a reader that stands at the header of the file.
    package func offer(_ making: @escaping Making) {
        self.making = making
        state.withLock { $0 = .offered }
        isOffered.signal()
    }

    /// Waits until the file has been read; throws when it was not read to its end.
    package func waitUntilRead() throws(FeedError) {
        isRead.wait()
        isRead.signal()
        guard state.withLock({ $0 }) == .complete else { throw .cancelled }
    }

    /// Offers nothing any more: the validation has ended, or will not reach the file.
    package func withdraw() {
        isOffered.signal()
    }

    // MARK: The building thread

    /// The checks, as soon as they are offered; nil when there will be none.
    func take(_ reader: CSVReader) -> Checks? {
        isOffered.wait()
        isOffered.signal()
        defer { making = nil }
        return making?(reader)
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

/// The files that are read once, for a bundle and for rules.
package struct SharedReading: Sendable {
    package let trips = ReadingHandover<any TripChecks>()
    package let stopTimes = ReadingHandover<any StopTimeChecks>()
    /// Nil when the bundle is made without shapes.
    package let shapes: ReadingHandover<any ShapePointChecks>?

    /// Nil when the bundle is made without on-demand service.
    package let locations: FileHandover<GeoJSONFile>?
    /// Comes when the bundle's trips are written, or will never be.
    package let tripsWritten = Release()

    init(hasShapes: Bool, hasLocations: Bool) {
        shapes = hasShapes ? ReadingHandover() : nil
        locations = hasLocations ? FileHandover() : nil
    }

    /// Offers nothing any more.
    package func withdraw() {
        trips.withdraw()
        stopTimes.withdraw()
        shapes?.withdraw()
    }

    /// Nothing more is read; tells those who wait for a file that was not read.
    func giveUp() {
        trips.finish(isComplete: false)
        stopTimes.finish(isComplete: false)
        shapes?.finish(isComplete: false)
        locations?.giveUp()
    }
}
