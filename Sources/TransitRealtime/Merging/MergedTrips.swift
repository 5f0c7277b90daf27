import BundleCodec
import TransitModel

/// What is known at one moment about all runs that have an update.
struct MergedTrips: Sendable {
    var runs = RunTable()
    var calls: [MergedCall] = []
    var extras = CallExtras()
    var vehicles: [CallRealtime.Vehicle] = []
    var headsigns: [String] = []
    /// By run, in seconds since 1970.
    var measured: [Int] = []
    var daysOfMisdated: [RunKey: Int] = [:]
    var listed: [ListedRun] = []
    var listedMeasured: [Int] = []
    var listedSources: [UInt8] = []
    /// By place, each run once.
    var listedAt: [StopID: [Int32]] = [:]
    /// By the place of the platform in use.
    var movedTo: [StopID: [MovedCall]] = [:]
    var modified = ModifiedTrips()
    var far = FarCalls()
    var marks = PlaceMarks()
    var report = MatchReport()
    var canceledRuns = 0
    var skippedCalls = 0

    struct MovedCall: Sendable {
        let run: RunKey
        let sequence: Int
        let stopID: String
        let places: [String]
        let from: [String]
        /// In the timetable, in seconds since 1970.
        let arrival: Int?
        let departure: Int?
    }

    func state(of run: MergedRun, at sequence: Int) -> (own: ToldCall?, carried: CarriedDelay) {
        let own = Int(run.calls.lowerBound)..<Int(run.calls.upperBound)
        let index = own.bisected { calls[$0].sequence > sequence } - 1
        guard index >= own.lowerBound else { return (nil, run.initial) }
        let call = calls[index]
        guard call.sequence == sequence else { return (nil, call.carried) }
        return (call.told(extras[index], dayStart: run.dayStart), call.carried)
    }

    mutating func finish() {
        runs.finish()
        calls = Array(calls[...])
        extras.finish()
        vehicles = Array(vehicles[...])
        headsigns = Array(headsigns[...])
        measured = Array(measured[...])
        far.sort()
    }

    func vehicle(_ run: MergedRun) -> CallRealtime.Vehicle? {
        run.vehicle < 0 ? nil : vehicles[Int(run.vehicle)]
    }

    func headsign(_ run: MergedRun) -> String? {
        run.headsign < 0 ? nil : headsigns[Int(run.headsign)]
    }

    func named(_ run: VehicleIndex.Run) -> (vehicle: CallRealtime.Vehicle, measured: Int)? {
        switch run {
        case .timetable(_, let key):
            guard let run = runs[key], run.vehicle >= 0 else { return nil }
            return (vehicles[Int(run.vehicle)], measured[Int(run.vehicle)])
        case .listed(let run, let index): return run.vehicle.map { ($0, listedMeasured[index]) }
        }
    }
}
