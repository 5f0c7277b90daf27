import Dispatch

/// Runs asynchronous work from a verb, which is not: the process has nothing else to do meanwhile.
enum Blocking {
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let box = Box<Value>()
        let done = DispatchSemaphore(value: 0)
        Task {
            do { box.result = .success(try await work()) } catch { box.result = .failure(error) }
            done.signal()
        }
        done.wait()
        guard let result = box.result else { throw CancellationError() }
        return try result.get()
    }

    private final class Box<Value: Sendable>: @unchecked Sendable {
        // Sendable: written before the semaphore is signalled, read after it was waited for.
        var result: Result<Value, any Error>?
    }
}
