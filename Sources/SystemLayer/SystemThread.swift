import Dispatch
import Foundation

package enum SystemThread {
    /// False when the system has no more threads for us.
    package static func start(
        stackSize: Int, _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        let job = Unmanaged.passRetained(Job(body))
        #if canImport(Glibc)
            var thread: pthread_t = 0
        #else
            var thread: pthread_t?
        #endif
        let answer = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory in
            let attributes = memory.baseAddress
            guard let attributes, pthread_attr_init(attributes) == 0 else { return ENOMEM }
            defer { pthread_attr_destroy(attributes) }
            pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
            pthread_attr_setstacksize(attributes, stackSize)
            return pthread_create(&thread, attributes, { Job.run($0) }, job.toOpaque())
        }
        if answer != 0 { job.release() }
        return answer == 0
    }

    /// Runs a body that may wait for long, or compute for long, on a thread of its own: those that
    /// all tasks share are few. A thread of Dispatch runs it when the system has no more for us.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job: @Sendable () -> Void = { continuation.resume(with: Result { try body() }) }
            guard !start(stackSize: 1 << 20, job) else { return }
            DispatchQueue.global().async(execute: job)
        }
    }

    private final class Job: Sendable {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }

        static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            guard let context else { return nil }
            Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }
    }
}
