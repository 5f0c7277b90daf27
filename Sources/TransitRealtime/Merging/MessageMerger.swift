import BundleCodec
import Foundation
import GTFSRealtime
import TransitBundle
import TransitModel

struct MessageMerger {
    private let matcher: RunMatcher
    private let places: PlaceLookup
    private let lookup: any TimetableLookup
    private var trips = MergedTrips()
    private var running: [RunKey: Found] = [:]
    private var listing: [RunKey: Listed] = [:]
    private var order: [RunKey] = []
    private var unknown: [KeptUpdate] = []

    /// An object, because it is large, and a table has room for twice as many.
    private final class Found {
        let update: KeptUpdate
        let run: RunMatcher.Run
        let outcome: MatchOutcome

        init(_ update: KeptUpdate, of run: RunMatcher.Run, _ outcome: MatchOutcome) {
            self.update = update
            self.run = run
            self.outcome = outcome
        }
    }

    private struct Listed {
        var update: KeptUpdate
        var calls: KeptUpdate
        let make: Make
    }

    private enum Make {
        case list
        case copy(TripTimetable, isTimeOnly: Bool)
    }

    static func merge(
        _ updates: [KeptUpdate], _ detours: [KeptDetour] = [],
        over lookup: any TimetableLookup, counting effort: MatchEffort,
        report: MatchReport = MatchReport()
    ) throws -> MergedTrips {
        let places = PlaceLookup(lookup, effort)
        let matcher = try RunMatcher(
            updates, and: ModifiedTrips.trips(of: detours), over: lookup, places: places)
        return try merge(
            updates, detours, by: matcher, over: lookup, places: places, report: report)
    }

    /// The report is empty, and determines how much it lists.
    static func merge(
        _ updates: [KeptUpdate], _ detours: [KeptDetour] = [], by matcher: RunMatcher,
        over lookup: any TimetableLookup, places: PlaceLookup, report: MatchReport = MatchReport()
    ) throws -> MergedTrips {
        places.mostListed = report.mostListed
        var merger = MessageMerger(matcher: matcher, places: places, lookup: lookup)
        merger.trips.report = report
        try merger.add(detours)
        try merger.run(updates)
        merger.trips.finish()
        return merger.trips
    }

    private init(matcher: RunMatcher, places: PlaceLookup, lookup: any TimetableLookup) {
        self.matcher = matcher
        self.places = places
        self.lookup = lookup
    }

    private mutating func add(_ detours: [KeptDetour]) throws {
        for detour in detours {
            places.effort.begin(detour.source)
            try trips.modified.add(detour, matcher, places, &trips.marks)
        }
        trips.report.modifiedTrips = trips.modified.count
    }

    private mutating func run(_ updates: [KeptUpdate]) throws {
        var copied: Set<TripID> = []
        for update in updates where update.relationship == .duplicated {
            if let id = try duplicate(update) { copied.formUnion(id) }
        }
        for update in updates
        where update.relationship != .duplicated && !isAdded(update) {
            try match(update)
        }
        forgetDaysNamedRightly()
        try mergeRunning()
        for update in updates where isAdded(update) { try add(update, copied) }
        if !unknown.isEmpty {
            let added = Dictionary(grouping: order, by: \.tripID)
            for update in unknown { amend(added, by: update) }
        }
        try mergeListed()
    }

    private func isAdded(_ update: KeptUpdate) -> Bool {
        switch update.relationship {
        case .new, .added: true
        case .unscheduled: matcher.trip(update.trip.tripID) == nil
        default: false
        }
    }

    // MARK: Which update counts

    private mutating func match(_ update: KeptUpdate) throws {
        places.effort.begin(update.source)
        if update.relationship == .replacement,
            !update.update.stopTimeUpdates.contains(where: { ListMerger.stopID($0) != nil })
        {
            trips.report.add(.noStops, update)
            return
        }
        let (outcome, run) = try matcher.match(update)
        guard let run else {
            if outcome == .unknownTrip {
                unknown.append(update)
            } else {
                trips.report.add(outcome, update)
            }
            return
        }
        if let given = UsableValues.day(update.trip.startDate), given != run.day {
            trips.daysOfMisdated[run.on(given).key] = run.day
        }
        if counts(update, before: running[run.key]?.update) {
            running[run.key] = Found(update, of: run, outcome)
        }
    }

    /// The other one is reported as superseded.
    private mutating func counts(_ update: KeptUpdate, before known: KeptUpdate?) -> Bool {
        guard let known else { return true }
        let isNewer = update.counts(before: known)
        trips.report.add(.superseded, isNewer ? known : update)
        return isNewer
    }

    private mutating func forgetDaysNamedRightly() {
        for key in trips.daysOfMisdated.keys {
            guard let found = running[key] else { continue }
            if UsableValues.day(found.update.trip.startDate) == key.day {
                trips.daysOfMisdated[key] = nil
            }
        }
    }

    private mutating func list(_ key: RunKey, _ update: KeptUpdate, by make: Make) throws {
        guard counts(update, before: listing[key]?.update) else { return }
        if listing[key] == nil { order.append(key) }
        // Here, so that a message of too many copies ends before it has memory for one.
        if case .copy(let trip, _) = make { try spendCopy(of: trip) }
        listing[key] = Listed(update: update, calls: update, make: make)
    }

    private mutating func amend(_ added: [TripID: [RunKey]], by update: KeptUpdate) {
        guard let key = Self.key(of: update, among: added), var run = listing[key] else {
            trips.report.add(.unknownTrip, update)
            return
        }
        let ends = [.canceled, .deleted].contains(update.relationship)
        if case .list = run.make, !ends, ListMerger.firstTime(update.update) == nil {
            trips.report.add(.noTimes, update)
            return
        }
        guard counts(update, before: run.update) else { return }
        run.update = update
        if !ends { run.calls = update }
        listing[key] = run
    }

    /// Day and start together name one of several runs with one id.
    private static func key(
        of update: KeptUpdate, among added: [TripID: [RunKey]]
    ) -> RunKey? {
        guard let id = UsableValues.id(update.trip.tripID), let keys = added[TripID(id)] else {
            return nil
        }
        let day = UsableValues.day(update.trip.startDate)
        let start = UsableValues.time(update.trip.startTime)
        guard keys.count == 1 else { return day.map { RunKey(id, day: $0, start: start) } }
        let isOther =
            (day ?? keys[0].day) != keys[0].day
            || (start ?? keys[0].start) != (keys[0].start ?? start)
        return isOther ? nil : keys[0]
    }

    private func spendCopy(of trip: TripTimetable) throws {
        try places.effort.spend(MatchEffort.keptCall * trip.stops.count)
    }

    /// Rule 22, copies: they have an id, a day or a start of their own.
    private mutating func duplicate(_ update: KeptUpdate) throws -> Set<TripID>? {
        places.effort.begin(update.source)
        let properties = update.update.tripProperties
        guard let trip = matcher.trip(update.trip.tripID), !trip.stops.isEmpty else {
            let hasID = UsableValues.id(update.trip.tripID) != nil
            trips.report.add(hasID ? .unknownTrip : .noTrip, update)
            return nil
        }
        let startTime = Self.given(properties?.startTime, update.trip.startTime)
        let startDate = Self.given(properties?.startDate, update.trip.startDate)
        // A start that cannot be read is not that of the original.
        let start =
            startTime.map { UsableValues.time($0) } ?? (trip.intervals == nil ? trip.start : nil)
        guard let start, startDate == nil || UsableValues.day(startDate) != nil else {
            trips.report.add(.noStart, update)
            return nil
        }
        let day =
            try UsableValues.day(startDate)
            ?? DayChoice(update, trip, shift: start - (trip.start ?? 0), places: places)
            .nearestCalendarDay()
        let id = UsableValues.id(properties?.tripID) ?? trip.tripID
        // Without an id, a day or a start of its own it would be the run of the timetable once more.
        if TripID(id) == TripID(trip.tripID), trip.runs(on: day), RunMatcher.has(trip, start) {
            trips.report.add(.noStart, update)
            return nil
        }
        try list(
            RunKey(id, day: day, start: start), update, by: .copy(trip, isTimeOnly: false))
        return [TripID(trip.tripID), TripID(id)]
    }

    private static func given(_ first: String?, _ second: String?) -> String? {
        [first, second].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }

    /// Runs of a headway without exact times keep their own start, and no other run is expected in
    /// the headway in which they lie. Those outside of all headways are added.
    private mutating func mergeRunning() throws {
        var taken: Set<RunKey> = []
        let found = running.sorted {
            ($0.key.start ?? 0, $0.value.update.number) < (
                $1.key.start ?? 0, $1.value.update.number
            )
        }
        running = [:]
        for (key, found) in found {
            places.effort.begin(found.update.source)
            trips.marks.begin(found.update.source)
            guard let start = key.start, let intervals = found.run.trip.intervals else {
                trips.report.add(found.outcome, found.update)
                try merge(found, key)
                continue
            }
            try places.effort.spend(intervals.count)
            guard let interval = RunMatcher.interval(of: intervals, at: start) else {
                switch found.update.relationship {
                case .canceled, .deleted, .replacement: trips.report.add(.offHeadway, found.update)
                default: try list(key, found.update, by: .copy(found.run.trip, isTimeOnly: true))
                }
                continue
            }
            let slot = RunKey(
                found.run.trip.tripID, day: found.run.day,
                start: RunMatcher.slot(of: interval, at: start))
            if interval.exactTimes == 1 {
                taken.insert(slot)
                trips.report.add(found.outcome, found.update)
                try merge(found, key)
            } else {
                // Questions about a deleted run name its own start.
                let hidden = [slot] + (found.update.relationship == .deleted ? [key] : [])
                try place(found, key, hiding: hidden.filter { taken.insert($0).inserted })
            }
        }
    }

    private mutating func place(
        _ found: Found, _ key: RunKey, hiding hidden: [RunKey]
    ) throws {
        let trip = found.run.trip
        let isDeleted = found.update.relationship == .deleted
        for run in hidden {
            try places.effort.spend(trip.stops.count)
            let merger = CallMerger(trip, run, isTimeOnly: true, places: places)
            trips.add(isDeleted ? .deleted : .replaced, run, dayStart: merger.dayStart, at: trip)
        }
        trips.report.add(found.outcome, found.update)
        switch found.update.relationship {
        case .deleted: break
        case .replacement: try replace(found, key)
        default:
            let merger = CallMerger(trip, key, isTimeOnly: true, places: places)
            try addCopy(of: merger.merge(found.update), found, key, .headway, by: merger)
        }
    }

    private mutating func addCopy(
        of merged: CallMerger.Merged, _ found: Found, _ key: RunKey, _ kind: ListedRun.Kind,
        by merger: CallMerger
    ) throws {
        try spendCopy(of: merger.trip)
        let (run, ignored) = try merger.copy(found.update, merged, as: key, kind)
        addListed(run, ignored: ignored, of: found.update)
        if found.update.relationship == .canceled {
            trips.canceledRuns += 1
        } else {
            trips.skippedCalls += merged.skippedCalls
        }
    }

    private mutating func add(_ update: KeptUpdate, _ copied: Set<TripID>) throws {
        places.effort.begin(update.source)
        guard let id = UsableValues.id(update.trip.tripID) else {
            trips.report.add(.noTrip, update)
            return
        }
        // Producers are told to send both while consumers learn the newer form.
        if update.relationship == .added, copied.contains(TripID(id)) {
            trips.report.add(.superseded, update)
            return
        }
        guard let first = ListMerger.firstTime(update.update) else {
            trips.report.add(.noTimes, update)
            return
        }
        try places.effort.spend(MatchEffort.question)
        let clock = ServiceClock(
            timeZone: try lookup.timeZone(ofRoute: UsableValues.id(update.trip.routeID)))
        let start = UsableValues.time(update.trip.startTime)
        let day = Self.day(
            given: UsableValues.day(update.trip.startDate), start: start, first: first, clock)
        try list(RunKey(id, day: day, start: start), update, by: .list)
    }

    /// As given, else the day of its start, else that of its first time.
    ///
    /// Around midnight, the day before or after the given one is correct if the first time is near
    /// the start on that day.
    private static func day(
        given: Int?, start: Int?, first: Int, _ clock: ServiceClock
    ) -> Int {
        func date(at instant: Int) -> Int {
            clock.date(at: Date(timeIntervalSince1970: Double(instant))).dayNumber
        }
        guard let start else { return given ?? date(at: first) }
        // From half a day before the start to half a day after it.
        let day = date(at: first - start + UsableValues.day / 2)
        guard let given else { return day }
        let instant = clock.startSeconds(of: ServiceDate(dayNumber: day)) + start
        let isNear = abs(first - instant) <= RealtimeLimits.marginOfRun
        return abs(day - given) == 1 && isNear ? day : given
    }

    // MARK: What the updates say

    private mutating func merge(_ found: Found, _ key: RunKey) throws {
        let trip = found.run.trip
        let merger = CallMerger(trip, key, isTimeOnly: false, places: places)
        let dayStart = merger.dayStart
        // The places and the calls of the trip.
        try places.effort.spend(3 * trip.stops.count)
        switch found.update.relationship {
        case .deleted: trips.add(.deleted, key, dayStart: dayStart, at: trip)
        case .canceled: trips.add(.canceled, key, dayStart: dayStart, at: trip)
        case .replacement:
            trips.add(.replaced, key, dayStart: dayStart, at: trip)
            try replace(found, key)
        default:
            let merged = try merger.merge(found.update)
            guard !merged.replacing.isEmpty else {
                trips.report.add(merged.ignored, of: found.update)
                try trips.add(merged, key, of: merger, measured: found.update.measured)
                return
            }
            trips.add(.replaced, key, dayStart: dayStart, at: trip)
            try addCopy(of: merged, found, key, .replacement, by: merger)
        }
    }

    private mutating func replace(_ found: Found, _ key: RunKey) throws {
        let (run, ignored) = try ListMerger(places: places).run(
            found.update, key, replacing: found.run.trip)
        addListed(run, ignored: ignored, of: found.update)
    }

    private mutating func addListed(
        _ run: ListedRun, ignored: IgnoredStops, of update: KeptUpdate
    ) {
        var run = run
        trips.modified.mark(&run)
        trips.report.add(ignored, of: update)
        trips.add(run, measured: update.measured)
    }

    private mutating func mergeListed() throws {
        for key in order {
            guard let listed = listing[key] else { continue }
            let update = listed.update
            places.effort.begin(update.source)
            trips.marks.begin(update.source)
            let isCopy = update.relationship == .duplicated
            trips.report.add(isCopy ? .duplicated : .added, update)
            guard update.relationship != .deleted else { continue }
            var (run, ignored) = try calls(of: listed, key)
            if update.relationship == .canceled {
                run.cancel()
                trips.canceledRuns += 1
            }
            addListed(run, ignored: ignored, of: update)
        }
    }

    private func calls(
        of listed: Listed, _ key: RunKey
    ) throws -> (run: ListedRun, ignored: IgnoredStops) {
        switch listed.make {
        case .list: return try ListMerger(places: places).run(listed.calls, key)
        case .copy(let trip, let isTimeOnly):
            let merger = CallMerger(trip, key, isTimeOnly: isTimeOnly, places: places)
            return try merger.copy(listed.calls, merger.merge(listed.calls), as: key, .added)
        }
    }
}
