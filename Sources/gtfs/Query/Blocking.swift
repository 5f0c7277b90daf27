import Dispatch
import SystemLayer

/// Runs asynchronous work from a verb, which is not: the process has nothing else to do meanwhile.
enum Blocking {
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let result = Locked<Result<Value, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task {
            let ending: Result<Value, any Error>
            do { ending = .success(try await work()) } catch { ending = .failure(error) }
            result.withLock { $0 = ending }
            done.signal()
        }
        done.wait()
        guard let ending = result.withLock({ $0 }) else { throw CancellationError() }
        return try ending.get()
    }
}
