import SystemLayer

/// Equal requests in flight are sent once.
///
/// A canceled waiter leaves at once; when the last one has left, the request itself is canceled.
final class SharedRequests<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    private struct PendingRequest {
        let number: Int
        var waiters: [Int: Waiter] = [:]
        var task: Task<Void, Never>?
    }

    private struct State {
        var pending: [Key: PendingRequest] = [:]
        var last = 0

        mutating func nextNumber() -> Int {
            last += 1
            return last
        }
    }

    private let state = Locked(State())

    func value(
        of key: Key, _ request: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let number = state.withLock { $0.nextNumber() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                join(key, number: number, waiter: waiter, request)
                // The handler may have run before there was anybody to remove.
                if Task.isCancelled { leave(key, number) }
            }
        } onCancel: {
            leave(key, number)
        }
    }

    var waiterCount: Int {
        state.withLock { $0.pending.values.reduce(0) { $0 + $1.waiters.count } }
    }

    var isIdle: Bool { state.withLock { $0.pending.isEmpty } }

    private func join(
        _ key: Key, number: Int, waiter: Waiter,
        _ request: @escaping @Sendable () async throws -> Value
    ) {
        state.withLock { state in
            if state.pending[key] != nil {
                state.pending[key]?.waiters[number] = waiter
                return
            }
            state.pending[key] = PendingRequest(
                number: number, waiters: [number: waiter],
                task: Task {
                    do {
                        land(key, number: number, result: .success(try await request()))
                    } catch {
                        land(key, number: number, result: .failure(error))
                    }
                })
        }
    }

    private func land(_ key: Key, number: Int, result: Result<Value, any Error>) {
        let waiters = state.withLock { state -> [Waiter] in
            // A request that all waiters have left is not the one that may follow it.
            guard let request = state.pending[key], request.number == number else { return [] }
            state.pending[key] = nil
            return Array(request.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    private func leave(_ key: Key, _ number: Int) {
        let left = state.withLock { state -> (waiter: Waiter, task: Task<Void, Never>?)? in
            guard let waiter = state.pending[key]?.waiters.removeValue(forKey: number) else {
                return nil
            }
            guard let request = state.pending[key], request.waiters.isEmpty else {
                return (waiter, nil)
            }
            state.pending[key] = nil
            return (waiter, request.task)
        }
        left?.task?.cancel()
        left?.waiter.resume(throwing: CancellationError())
    }
}
