import Dispatch

/// The notices of a feed, as a validation finds them.
///
/// Memory is bounded: the validation waits for whoever reads the sequence. It is given up when
/// nobody does any more.
public struct NoticeSequence: AsyncSequence, Sendable {
    public typealias Element = ValidationNotice
    public typealias Failure = any Error

    private let start: @Sendable () -> AsyncIterator

    /// - Parameters:
    ///   - produce: finds the notices and hands each to the closure it gets.
    ///   - run: runs a job on a thread of its own.
    init(
        _ produce:
            @escaping @Sendable (_ yield: @escaping (ValidationNotice) -> Void) throws -> Void,
        on run: @escaping @Sendable (_ job: @escaping @Sendable () -> Void) -> Void
    ) {
        start = {
            let gate = Gate()
            let stream = AsyncThrowingStream<ValidationNotice, any Error> { continuation in
                continuation.onTermination = { _ in gate.close() }
                run {
                    do {
                        try produce { notice in
                            if gate.enter() { continuation.yield(notice) }
                        }
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: error)
                    }
                }
            }
            return AsyncIterator(stream: stream.makeAsyncIterator(), gate: gate)
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { start() }

    /// Hands out one notice after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var stream: AsyncThrowingStream<ValidationNotice, any Error>.AsyncIterator
        fileprivate let gate: Gate

        /// The next notice; nil at the end. Throws when the feed cannot be read.
        public mutating func next() async throws -> ValidationNotice? {
            let notice = try await stream.next()
            gate.leave()
            return notice
        }
    }

    /// Lets some notices wait to be read, and no more.
    fileprivate final class Gate: @unchecked Sendable {
        // Sendable: `isClosed` is guarded by `lock`; the semaphore guards itself.
        private let room: DispatchSemaphore
        private let lock = DispatchSemaphore(value: 1)
        private var isClosed = false

        init() {
            // Not the initial value: Dispatch traps when a semaphore ends below that.
            room = DispatchSemaphore(value: 0)
            for _ in 0..<256 { room.signal() }
        }

        /// Waits for room; false when nobody reads any more.
        func enter() -> Bool {
            room.wait()
            lock.wait()
            defer { lock.signal() }
            if isClosed { room.signal() }
            return !isClosed
        }

        func leave() {
            room.signal()
        }

        func close() {
            lock.wait()
            isClosed = true
            lock.signal()
            room.signal()
        }
    }
}
