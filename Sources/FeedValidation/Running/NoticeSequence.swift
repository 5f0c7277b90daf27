import Dispatch
import FeedReading

/// The notices of a feed, as a validation finds them.
///
/// Memory is bounded: the validation waits for the reader of the sequence, and ends when there is
/// no reader any more.
public struct NoticeSequence: AsyncSequence, Sendable {
    public typealias Element = ValidationNotice
    public typealias Failure = any Error

    typealias Search =
        @Sendable (
            _ cancellation: Cancellation, _ yield: @escaping (ValidationNotice) -> Void
        ) throws -> Void

    private let search: Search

    init(_ search: @escaping Search) {
        self.search = search
    }

    /// Starts the validation on a separate thread.
    public func makeAsyncIterator() -> AsyncIterator {
        let gate = Gate()
        let stream = AsyncThrowingStream<ValidationNotice, any Error> { continuation in
            continuation.onTermination = { _ in gate.close() }
            WorkerThread.start { [search] in
                do {
                    try gate.cancellation.checking {
                        try search(gate.cancellation) { notice in
                            if gate.enter() { continuation.yield(notice) }
                        }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        }
        return AsyncIterator(stream: stream.makeAsyncIterator(), gate: gate)
    }

    /// Returns the notices one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var stream: AsyncThrowingStream<ValidationNotice, any Error>.AsyncIterator
        fileprivate let gate: Gate

        /// Returns the next notice; nil at the end. Throws an error when the feed cannot be read,
        /// and `CancellationError` when the task is canceled.
        public mutating func next() async throws -> ValidationNotice? {
            let notice = try await stream.next()
            // When its task is cancelled, the stream ends like any other, even with notices left.
            if Task.isCancelled {
                gate.close()
                throw CancellationError()
            }
            gate.leave()
            return notice
        }
    }

    fileprivate final class Gate: Sendable {
        let cancellation = Cancellation()
        private let room: DispatchSemaphore

        init() {
            // Not as the initial value: Dispatch traps when a semaphore ends below that.
            room = DispatchSemaphore(value: 0)
            for _ in 0..<256 { room.signal() }
        }

        func enter() -> Bool {
            guard !cancellation.isCancelled else { return false }
            room.wait()
            return !cancellation.isCancelled
        }

        func leave() {
            room.signal()
        }

        func close() {
            cancellation.cancel()
            room.signal()
        }
    }
}
