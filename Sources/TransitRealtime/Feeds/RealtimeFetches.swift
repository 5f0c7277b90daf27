package import Foundation

package struct RealtimeFetches: Sendable {
    package private(set) var counts: [String: Int] = [:]
    package private(set) var bytes = 0
    package private(set) var seconds = 0.0
    package private(set) var answeredAt: Date?
    /// Nil when it did return something. Names no address.
    package private(set) var problem: String?

    mutating func add(
        _ outcome: RealtimeRefresher.Outcome, bytes: Int, seconds: Double, at now: Date
    ) {
        counts[Self.word(outcome), default: 0] += 1
        self.bytes += bytes
        self.seconds += seconds
        problem = Self.problem(outcome)
        if outcome.isSuccess { answeredAt = now }
    }

    private static func word(_ outcome: RealtimeRefresher.Outcome) -> String {
        switch outcome {
        case .taken: "taken"
        case .unchanged: "unchanged"
        case .older: "older"
        case .costly: "costly"
        case .refused: "refused"
        case .damaged: "damaged"
        case .failed(let failure): failure.rawValue
        }
    }

    private static func problem(_ outcome: RealtimeRefresher.Outcome) -> String? {
        switch outcome {
        case .taken, .unchanged: nil
        case .older: "the message is older than the last one"
        case .costly: CostlyMessage.problem
        case .refused(304):
            "the source says that nothing has changed, but has sent no message yet"
        case .refused(let status): "the source answers with status \(status)"
        case .damaged: "the answer is not a complete message of GTFS Realtime"
        case .failed(.noAnswer): "the source does not answer"
        case .failed(.tooLarge): "the message is too large"
        case .failed(.unusable):
            "the source takes too long, redirects to an address that is not allowed, or cannot be trusted"
        case .failed(.noFile): "there is no such file"
        }
    }
}
