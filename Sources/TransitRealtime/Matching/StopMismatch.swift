import GTFSRealtime

/// The reason why a stop update is about no call.
public enum StopMismatch: String, CaseIterable, Codable, Sendable {
    /// It names neither a stop nor a number.
    case noStop = "no_stop"
    /// The trip has no call of its number, and it names no stop.
    case unknownSequence = "unknown_sequence"
    /// The feed has no such stop.
    case unknownStop = "unknown_stop"
    /// The trip does not call at its stop.
    case otherStop = "other_stop"
    /// The trip calls at its stop several times, and nothing tells them apart.
    case ambiguous
    /// Another update of the same call stands behind it.
    case superseded
}

/// The stop updates that are about no call: how many, and which are the first. A message may have nothing
/// but these, a thousand times as large as its bytes.
struct IgnoredStops {
    private(set) var counts: [StopMismatch: Int] = [:]
    private(set) var first: [(reason: StopMismatch, sequence: UInt32?, stopID: String?)] = []
    private let most: Int

    /// - Parameter most: so many of each reason are kept.
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
