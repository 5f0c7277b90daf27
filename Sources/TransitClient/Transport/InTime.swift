/// Waits for an operation, and cancels it when it takes longer than a given time.
package func inTime<Value: Sendable>(
    _ time: Duration, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: body)
        group.addTask {
            try await Task.sleep(for: time)
            throw TransportError(.timeout, "nothing came in time")
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
