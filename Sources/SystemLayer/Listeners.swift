/// A slow reader gets only the latest event.
package final class Listeners<Event: Sendable>: Sendable {
    private struct State {
        var continuations: [Int: AsyncStream<Event>.Continuation] = [:]
        var nextNumber = 0
    }

    private let state = Locked(State())

    package init() {}

    package func events() -> AsyncStream<Event> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = state.withLock { state in
                state.nextNumber += 1
                state.continuations[state.nextNumber] = continuation
                return state.nextNumber
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.continuations.removeValue(forKey: number) }
            }
        }
    }

    package func tell(_ event: Event) {
        for listener in state.withLock({ Array($0.continuations.values) }) {
            listener.yield(event)
        }
    }
}
