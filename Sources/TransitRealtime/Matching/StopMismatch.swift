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

/// A stop update that is about no call.
typealias IgnoredStop = (reason: StopMismatch, stop: TripUpdate.StopTimeUpdate)
