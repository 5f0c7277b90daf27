import TransitModel

/// Messages laid over a timetable: what is known at one moment of all runs that have an update.
struct MergedTrips: Sendable {
    /// Runs of the timetable, by trip, day and start as the timetable has them.
    var runs: [RunKey: MergedRun] = [:]
    /// The calls of all runs, those of a run one after the other.
    var calls: [MergedCall] = []
    /// By the index of the call; few have any.
    var extras: [Int32: CallExtra] = [:]
    var vehicles: [CallRealtime.Vehicle] = []
    /// Runs that list their own calls.
    var listed: [ListedRun] = []
    /// Where these call: places with indices of the runs, each once.
    var listedAt: [String: [Int32]] = [:]
    /// Calls of the timetable that take place at another platform, by the place of that.
    var movedTo: [String: [MovedCall]] = [:]
    /// How far expected times may be from the timetable, by place; elsewhere ``TimeShift/usual`` at most.
    var shifts: [String: TimeShift] = [:]
    var report = MatchReport()

    /// A call at another platform than the timetable's.
    struct MovedCall: Sendable {
        let run: RunKey
        let sequence: Int
        /// The stop in the timetable.
        let stopID: String
        /// The platform and the places that it is part of.
        let places: [String]
        /// The same of the stop in the timetable.
        let from: [String]
        /// Seconds since 1970 by the timetable.
        let arrival: Int?
        let departure: Int?
    }

    /// The update of a call: its own, what few calls have beside it, and the delay that is carried to it.
    func state(
        of run: MergedRun, at sequence: Int
    ) -> (own: MergedCall?, extra: CallExtra, carried: CarriedDelay) {
        var low = Int(run.calls.lowerBound)
        var high = Int(run.calls.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if calls[middle].sequence <= sequence { low = middle + 1 } else { high = middle }
        }
        guard low > Int(run.calls.lowerBound) else { return (nil, CallExtra(), run.initial) }
        let call = calls[low - 1]
        guard call.sequence == sequence else { return (nil, CallExtra(), call.carried) }
        return (call, extras[Int32(low - 1)] ?? CallExtra(), call.carried)
    }

    /// Gives back the room that growing lists keep.
    mutating func shrink() {
        calls = Array(calls[...])
        vehicles = Array(vehicles[...])
    }

    func vehicle(_ run: MergedRun) -> CallRealtime.Vehicle? {
        run.vehicle < 0 ? nil : vehicles[Int(run.vehicle)]
    }
}

/// How far expected times are from the timetable, in seconds.
struct TimeShift: Sendable {
    /// Most runs are within this; looking for it costs a board little.
    static let usual = TimeShift(late: 300, early: 60)

    var late: Int
    var early: Int

    mutating func include(_ other: TimeShift) {
        late = max(late, other.late)
        early = max(early, other.early)
    }

    /// Nothing is further from its schedule.
    mutating func cap() {
        late = min(late, UsableValues.day)
        early = min(early, UsableValues.day)
    }
}
