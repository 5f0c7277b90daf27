import TransitModel

/// Messages laid over a timetable: what is known at one moment of all runs that have an update.
struct MergedTrips: Sendable {
    /// Runs of the timetable, by trip, day and start as the timetable has them.
    var runs = RunTable()
    /// The calls of all runs, those of a run one after the other.
    var calls: [MergedCall] = []
    /// By the index of the call; few have any.
    var extras: [Int32: CallExtra] = [:]
    /// Of the calls, up to the last one that has any.
    var uncertainties: [CallUncertainty] = []
    var vehicles: [CallRealtime.Vehicle] = []
    /// Runs that list their own calls.
    var listed: [ListedRun] = []
    /// Where these call: places with indices of the runs, each once.
    var listedAt: [StopID: [Int32]] = [:]
    /// Calls of the timetable that take place at another platform, by the place of that.
    var movedTo: [StopID: [MovedCall]] = [:]
    /// Where boards have to look for the calls of the timetable.
    var far = FarCalls()
    /// Tell where boards differ from those of other messages.
    var marks = PlaceMarks()
    var report = MatchReport()
    /// Runs that are canceled, and calls that are skipped.
    var canceledRuns = 0
    var skippedCalls = 0

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

    /// The update of a call, and the delay that goes on there.
    func state(of run: MergedRun, at sequence: Int) -> (own: OwnCall?, carried: CarriedDelay) {
        let own = Int(run.calls.lowerBound)..<Int(run.calls.upperBound)
        let index = own.first { calls[$0].sequence > sequence } - 1
        guard index >= own.lowerBound else { return (nil, run.initial) }
        let call = calls[index]
        guard call.sequence == sequence else { return (nil, call.carried) }
        var extra = extras[Int32(index)] ?? CallExtra()
        if uncertainties.indices.contains(index) { extra.uncertainty = uncertainties[index] }
        return ((call, extra), call.carried)
    }

    /// Gives back the room that growing lists keep, and makes ready for boards, once all runs are added.
    mutating func finish() {
        runs.finish()
        calls = Array(calls[...])
        uncertainties = Array(uncertainties[...])
        vehicles = Array(vehicles[...])
        far.sort()
    }

    func vehicle(_ run: MergedRun) -> CallRealtime.Vehicle? {
        run.vehicle < 0 ? nil : vehicles[Int(run.vehicle)]
    }
}
