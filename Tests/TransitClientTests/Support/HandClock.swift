import Foundation
import SystemLayer

/// A clock whose hands a test turns.
final class HandClock: Clock {
    /// The time since the clock was made.
    struct Instant: InstantProtocol {
        var offset = Swift.Duration.zero

        func advanced(by duration: Swift.Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper: Sendable {
        let until: Instant
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var now = Instant()
        var sleepers: [UUID: Sleeper] = [:]
    }

    private let state = Locked(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Swift.Duration { .zero }
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let id = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.now < deadline, !Task.isCancelled else { return true }
                    state.sleepers[id] = Sleeper(until: deadline, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
        }
        try Task.checkCancellation()
    }

    /// Turns the hands on, and has those go on who waited for that.
    func advance(by duration: Swift.Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}

/// Waits until something holds; the time limit of the test ends what never comes.
func until(_ condition: @Sendable () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(1)) }
}

/// Gives whatever is about to happen the time to happen, for tests that it does not.
func settle() async throws {
    for _ in 0..<20 { try await Task.sleep(for: .milliseconds(1)) }
}
