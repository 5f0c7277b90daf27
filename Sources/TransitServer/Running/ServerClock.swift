package import Foundation
import SystemLayer

/// The clock that tells a server "now" and lets it wait; tests set their own.
@available(iOS 17, macOS 14, *)
package struct ServerClock: Sendable {
    /// The time.
    package let now: @Sendable () -> Date
    /// Waits until a time, or until the task is cancelled.
    package let wait: @Sendable (Date) async throws -> Void
    /// Seconds since some instant, unaffected by changes of the time.
    var steady: @Sendable () -> Double = { ThisProcess.steadySeconds }

    /// The clock of the machine.
    package static let system = ServerClock(
        now: { Date() },
        wait: { instant in
            let seconds = instant.timeIntervalSinceNow
            // After a day at most it checks again: the machine's clock may be set meanwhile.
            if seconds > 0 { try await Task.sleep(for: .seconds(min(seconds, 86_400))) }
        })

    /// The time, cut to the minute: "now" for all answers of that minute.
    var minute: Date { Self.minute(of: now()) }

    /// A time, cut to the minute.
    static func minute(of instant: Date) -> Date {
        Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / 60).rounded(.down) * 60)
    }

    /// Seconds until a minute is over; 0 when it was over before its answer was made.
    func secondsLeft(of minute: Date) -> Int {
        let end = minute.timeIntervalSince1970 + 60
        return max(0, Int((end - now().timeIntervalSince1970).rounded(.down)))
    }
}
