package import Foundation
import SystemLayer
import TransitAnswers

@available(iOS 17, macOS 14, *)
package struct ServerClock: Sendable {
    package let now: @Sendable () -> Date
    package let wait: @Sendable (Date) async throws -> Void
    /// Seconds since some instant, unaffected by changes of the time.
    var steady: @Sendable () -> Double = { ThisProcess.steadySeconds }

    package static let system = ServerClock(
        now: { Date() },
        wait: { instant in
            let seconds = instant.timeIntervalSinceNow
            // After a day at most it checks again: the machine's clock may be set meanwhile.
            if seconds > 0 { try await Task.sleep(for: .seconds(min(seconds, 86_400))) }
        })

    var minute: Date { AnswerContext.minute(of: now()) }

    func secondsLeft(of minute: Date) -> Int {
        let end = minute.timeIntervalSince1970 + 60
        return max(0, Int((end - now().timeIntervalSince1970).rounded(.down)))
    }
}
