import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Threads of our own, for whatever keeps a processor busy or waits for what does.
///
/// Swift runs all tasks of a program on a few threads, which on Linux come from where Dispatch takes
/// those of its queues: whoever works there for long keeps tasks from running.
package enum WorkerThread {
    /// As much as a main thread has; some systems give others far less.
    private static let stackSize = 8 << 20

    /// Starts a thread that ends with the body.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        let job = Unmanaged.passRetained(Job(body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread: pthread_t = 0
        #endif
        let answer = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory in
            let attributes = memory.baseAddress
            guard let attributes, pthread_attr_init(attributes) == 0 else { return ENOMEM }
            defer { pthread_attr_destroy(attributes) }
            pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
            pthread_attr_setstacksize(attributes, stackSize)
            return pthread_create(&thread, attributes, { Job.run($0) }, job.toOpaque())
        }
        guard answer != 0 else { return }
        // The system has no more threads for us; Dispatch may have one that is idle.
        job.release()
        DispatchQueue.global(qos: .userInitiated).async(execute: body)
    }

    /// Calls the body with each number below `count` and returns when all is done.
    ///
    /// Several calls run side by side, on this thread and on others, of which all who ask at once
    /// share as many as there are processors.
    package static func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let numbers = Numbers(count)
        let helpers = Helpers.shared.take(atMost: count - 1)
        defer { Helpers.shared.giveBack(helpers) }
        let done = DispatchGroup()
        for _ in 0..<helpers {
            done.enter()
            start {
                while let number = numbers.next() { body(number) }
                done.leave()
            }
        }
        while let number = numbers.next() { body(number) }
        done.wait()
    }

    /// What a thread is started with.
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

    /// The numbers that are still to be called with.
    private final class Numbers: @unchecked Sendable {
        // Sendable: `following` is guarded by `lock`.
        private let lock = DispatchSemaphore(value: 1)
        private let count: Int
        private var following = 0

        init(_ count: Int) {
            self.count = count
        }

        func next() -> Int? {
            lock.wait()
            defer { lock.signal() }
            guard following < count else { return nil }
            following += 1
            return following - 1
        }
    }

    /// How many more threads than those who ask may be busy in the whole program.
    private final class Helpers: @unchecked Sendable {
        // Sendable: `free` is guarded by `lock`.
        static let shared = Helpers()
        private let lock = DispatchSemaphore(value: 1)
        private var free = max(0, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1)

        func take(atMost wanted: Int) -> Int {
            lock.wait()
            defer { lock.signal() }
            let taken = max(0, min(wanted, free))
            free -= taken
            return taken
        }

        func giveBack(_ taken: Int) {
            lock.wait()
            free += taken
            lock.signal()
        }
    }
}
