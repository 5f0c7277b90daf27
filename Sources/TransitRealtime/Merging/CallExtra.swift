import GTFSRealtime
import TransitModel

/// What an update says about a call besides its times. Few calls have any of it.
struct CallExtra: Hashable, Sendable {
    /// Nil if it is the timetable's.
    var platform: String?
    private(set) var headsign: String?
    fileprivate var uncertainty = CallUncertainty()

    init() {}

    /// A call without times is not uncertain.
    init(_ stop: TripUpdate.StopTimeUpdate, hasTimes: Bool) {
        headsign = UsableValues.id(stop.stopTimeProperties?.stopHeadsign)
        if hasTimes { uncertainty = CallUncertainty(stop) }
    }

    /// In seconds.
    func uncertainty(_ kind: StopEvent.Kind) -> Int? {
        let seconds = kind == .departure ? uncertainty.departure : uncertainty.arrival
        return seconds < 0 ? nil : Int(seconds)
    }
}

/// In seconds; -1 if not given. For most producers no call has any.
private struct CallUncertainty: Hashable, Sendable {
    private(set) var arrival = Int16(-1)
    private(set) var departure = Int16(-1)

    init() {}

    init(_ stop: TripUpdate.StopTimeUpdate) {
        arrival = Self.seconds(stop.arrival ?? stop.departure)
        departure = Self.seconds(stop.departure ?? stop.arrival)
    }

    /// One of more than nine hours tells nothing, and has no room.
    private static func seconds(_ event: TripUpdate.StopTimeEvent?) -> Int16 {
        event?.uncertainty.flatMap { $0 < 0 ? nil : Int16(exactly: $0) } ?? -1
    }
}

/// By the index of the call.
struct CallExtras: Sendable {
    private var extras: [Int32: CallExtra] = [:]
    /// Up to the last call that has any.
    private var uncertainties: [CallUncertainty] = []

    subscript(index: Int) -> CallExtra {
        var extra = extras[Int32(index)] ?? CallExtra()
        if uncertainties.indices.contains(index) { extra.uncertainty = uncertainties[index] }
        return extra
    }

    /// Calls are added in order.
    mutating func add(_ extra: CallExtra, at index: Int) {
        if extra.platform != nil || extra.headsign != nil {
            extras[Int32(clamping: index)] = extra
        }
        guard extra.uncertainty != CallUncertainty() else { return }
        uncertainties += repeatElement(CallUncertainty(), count: index - uncertainties.count)
        uncertainties.append(extra.uncertainty)
    }

    /// Releases the room that growing lists keep as well.
    mutating func finish() {
        uncertainties = Array(uncertainties[...])
    }
}
