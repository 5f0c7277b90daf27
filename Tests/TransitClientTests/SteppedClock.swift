import Foundation
import SystemLayer

@testable import TransitClient

/// A clock that a test turns. Who sleeps by it wakes at once, and it is later then.
final class SteppedClock: Sendable {
    private struct State {
        var uptime = Duration.zero
        /// By how much what the clock shows differs from what it should.
        var offset = Duration.zero
        var sleeps: [Duration] = []
    }

    private let state = Locked(State())
    /// The first time of the clock.
    static let start = Date(timeIntervalSince1970: 1_795_000_000)

    func advance(_ duration: Duration) {
        state.withLock { $0.uptime += duration }
    }

    func set(_ duration: Duration) {
        state.withLock { $0.offset += duration }
    }

    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    var clock: ClientClock {
        ClientClock(
            now: { [self] in
                state.withLock { Self.start + ($0.uptime + $0.offset).seconds }
            },
            uptime: { [self] in state.withLock { $0.uptime } },
            sleep: { [self] duration in
                try Task.checkCancellation()
                state.withLock { state in
                    state.uptime += duration
                    state.sleeps.append(duration)
                }
            })
    }
}
