import GTFSRealtime

/// The reason why a stop update fits no call.
public enum StopMismatch: String, CaseIterable, Codable, Sendable {
    /// The stop update names neither a stop nor a number.
    case noStop = "no_stop"
    /// The trip has no call with the number, and the stop update names no stop.
    case unknownSequence = "unknown_sequence"
    /// The feed has no such stop.
    case unknownStop = "unknown_stop"
    /// The trip does not call at the stop.
    case otherStop = "other_stop"
    /// The trip calls at the stop several times, and nothing tells these calls apart.
    case ambiguous
    /// A later update for the same call supersedes it.
    case superseded
}

/// A message may consist of nothing but these, a thousand times as large as its bytes.
struct IgnoredStops {
    private(set) var counts: [StopMismatch: Int] = [:]
    private(set) var first: [(reason: StopMismatch, sequence: UInt32?, stopID: String?)] = []
    private let most: Int

    init(listing most: Int) {
        self.most = most
    }

    mutating func add(_ reason: StopMismatch, _ stop: TripUpdate.StopTimeUpdate) {
        counts[reason, default: 0] += 1
        if counts[reason, default: 0] <= most {
            first.append((reason, stop.stopSequence, stop.stopID))
        }
    }
}
