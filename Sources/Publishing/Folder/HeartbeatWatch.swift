import SystemLayer

/// The lease's time of change is compared only with itself: whether it changes while this run
/// looks. It is set by the clock of the other machine or of the disk, either of which may have been
/// wrong, or have been set since, so that its distance from any present time proves neither life nor
/// death. The seconds without a change are counted by a clock that is never set. So a run that finds
/// a lease of another host waits for the next heartbeat, and takes over what has had none for longer
/// than any network disk hides one.
struct HeartbeatWatch {
    enum Verdict {
        case unknown
        case alive
        case stale
    }

    /// Seconds without a heartbeat after which a lease is stale: several heartbeats, and the minute
    /// for which a client of NFS may believe that nothing has changed.
    static let staleSeconds = 90.0

    var verdict: Verdict?
    private var seen: Beat?
    private var since = 0.0
    private var hasChanged = false

    private struct Beat: Equatable {
        let token: String?
        let seconds: Int?
        let nanoseconds: Int?

        init(_ path: String) {
            token = Lease.token(path)
            let status = knownStatus(path)
            seconds = status?.modifiedSeconds
            nanoseconds = status?.modifiedNanoseconds
        }
    }

    /// Seconds of a clock that is never set.
    mutating func look(at path: String, now: Double) -> Verdict {
        let beat = Beat(path)
        if beat != seen {
            hasChanged = seen != nil
            seen = beat
            since = now
        }
        let found: Verdict =
            now - since >= Self.staleSeconds ? .stale : hasChanged ? .alive : .unknown
        verdict = found
        return found
    }
}

package struct SteadyTime {
    package var now: () -> Double
    package var pause: (_ milliseconds: UInt32) -> Void

    package init(now: @escaping () -> Double, pause: @escaping (_ milliseconds: UInt32) -> Void) {
        self.now = now
        self.pause = pause
    }

    package static var ofMachine: SteadyTime {
        SteadyTime(
            now: { ThisProcess.steadySeconds }, pause: { ThisProcess.pause(milliseconds: $0) })
    }
}
