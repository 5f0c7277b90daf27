import Foundation
import TransitBundle
import TransitModel

struct LiveSource: ForwardingSource {
    let source: any TransitSource
    let live: LiveGeneration
    var language: LanguageRanks?

    func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        try await question(source)
    }

    func speaking(_ language: String) async throws -> any TransitSource {
        LiveSource(
            source: try await source.speaking(language), live: live,
            language: live.alerts.ranks(of: [language]))
    }

    func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        let (live, language) = (live, language)
        return try await source.answering { source in
            try await questions(LiveSource(source: source, live: live, language: language))
        }
    }

    func changes() -> AsyncStream<Void> { source.changes() }

    func realtimeState() async throws -> RealtimeState? { live.sources.state }

    // MARK: Boards

    func board(_ question: BoardQuestion) async throws -> Board {
        guard live.isApplied else { return try await source.board(question) }
        var board = Board(question)
        switch question.extent {
        case .window(let duration):
            try await add(to: &board, question, from: question.start, for: duration)
        case .next(let count):
            let start = question.start.timeIntervalSince1970
            var window = GrowingWindow(from: start, count: count)
            while let (begin, length) = window.next(found: board.events.count) {
                let begin = Date(timeIntervalSince1970: begin)
                try await add(to: &board, question, from: begin, for: length)
            }
            board.events.removeLast(max(0, board.events.count - max(count, 0)))
        }
        try await CallNotes(live: live, source: source).add(to: &board.events, at: question.start)
        if !question.eventsOnly, !live.alerts.isEmpty {
            board.alerts = try await live.alerts(
                of: board.events, at: question.stops, shown: question.start,
                in: source.timeZone(at: question.stop), over: source,
                language: language ?? live.alerts.ownLanguage)
        }
        return board
    }

    private func add(
        to shown: inout Board, _ question: BoardQuestion, from start: Date,
        for duration: TimeInterval
    ) async throws {
        let end = start.addingTimeInterval(duration)
        let stops = question.stops
        let tops = try await source.stations(of: stops)
        var events: [StopEvent] = []
        let windows = live.trips.far.windows(
            at: tops, from: start.timeIntervalSince1970, to: end.timeIntervalSince1970)
        var planned = question
        for window in windows {
            planned.start = Date(timeIntervalSince1970: window.lowerBound)
            planned.extent = .window(window.upperBound - window.lowerBound)
            let more = try await source.board(planned)
            shown.timeZoneName = more.timeZoneName
            if events.isEmpty { events = more.events } else { events += more.events }
        }
        var board = BoardMerger(
            trips: live.trips, source: source, kind: question.kind, filter: question.filter,
            from: start, to: end)
        board.add(consume events)
        try await board.addMoved(at: stops, tops: tops)
        try await board.addListed(at: stops, tops: tops)
        let merged = try await board.events()
        if shown.events.isEmpty { shown.events = merged } else { shown.events += merged }
    }

    // MARK: Trips

    func trip(id: String) async throws -> Trip {
        do {
            return try await source.trip(id: id)
        } catch TransitSourceError.notFound {
            guard let run = live.listed(id).first else {
                throw TransitSourceError.notFound(kind: "trip", id: id)
            }
            return try await trip(of: run)
        }
    }

    /// The trip of a run that lists its own calls, as boards name it: with its own id and names,
    /// even if the timetable has a trip of that id. Only a copy takes the rest from its original.
    private func trip(of run: ListedRun) async throws -> Trip {
        var known = KnownPlaces()
        let template = try await known.trip(run.template, in: source)
        var trip = template ?? Trip(tripID: run.tripID)
        trip.tripID = run.tripID
        trip.routeID = run.routeID
        trip.directionID = run.directionID
        trip.tripHeadsign = try await known.headsign(on: run, in: source)
        trip.tripShortName = run.shortName ?? template?.tripShortName
        return trip
    }

    func calls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) async throws -> [TimedCall] {
        guard live.isApplied else {
            return try await source.calls(of: trip, on: date, startTime: startTime)
        }
        var calls = try await liveCalls(of: trip, on: date, startTime: startTime)
        let isRepeated = calls.first?.scheduled.isTemplate ?? false
        let isAdded = calls.allSatisfy { $0.realtime?.isScheduled == false }
        try await CallNotes(live: live, source: source).add(
            to: &calls, of: trip, on: date, isRepeated || isAdded ? startTime : nil)
        return calls
    }

    func liveCalls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) async throws -> [TimedCall] {
        let listed = try await listed(trip.tripID, at: startTime).first {
            // Of the runs of a headway one may be replaced.
            let isAnyRun = $0.kind == .added ? startTime == nil : $0.start == nil
            return $0.day == date.dayNumber && (isAnyRun || $0.start == startTime?.seconds)
        }
        if let listed {
            var isShown = listed.kind != .added
            if !isShown { isShown = try await isAdded(trip, on: date, startTime) }
            if isShown {
                return try await calls(of: listed)
            }
        }
        let calls = try await source.calls(of: trip, on: date, startTime: startTime)
        if let startTime {
            let key = RunKey(trip.tripID, day: date.dayNumber, start: startTime.seconds)
            if live.isDeleted(key) {
                throw TransitSourceError.notFound(kind: "run", id: "\(trip.tripID) at \(startTime)")
            }
        }
        return try await told(calls, of: trip, on: date, startTime)
    }

    /// The listed runs of a trip. A trip of `frequencies.txt` has many runs: a question without a
    /// start is about none of those that have one.
    private func listed(_ tripID: String, at start: ServiceTime?) async throws -> [ListedRun] {
        let runs = live.listed(tripID)
        guard start == nil, runs.contains(where: { $0.start != nil }) else { return runs }
        let isRepeated = try await !headways(of: Trip(tripID: tripID)).isEmpty
        return isRepeated ? runs.filter { $0.start == nil } : runs
    }

    private func isAdded(
        _ trip: Trip, on date: ServiceDate, _ startTime: ServiceTime?
    ) async throws -> Bool {
        do {
            return try await source.run(
                tripID: trip.tripID, startDate: date, startTime: startTime, now: Date()) == nil
        } catch TransitSourceError.notFound {
            return true
        }
    }

    func run(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripRun? {
        var run: TripRun?
        do {
            run = try await source.run(
                tripID: tripID, startDate: startDate, startTime: startTime, now: now)
        } catch TransitSourceError.notFound {
            guard !live.listed(tripID).isEmpty else {
                throw TransitSourceError.notFound(kind: "trip", id: tripID)
            }
        }
        if var run {
            let start = run.headwaySecs == nil ? nil : run.startTime?.seconds
            let key = RunKey(run.trip.tripID, day: run.serviceDate.dayNumber, start: start)
            if live.isDeleted(key) { return nil }
            run.calls = try await calls(
                of: run.trip, on: run.serviceDate,
                startTime: run.headwaySecs == nil ? nil : run.startTime)
            return run
        }
        let listed = try await listed(tripID, at: startTime).first {
            (startDate == nil || $0.day == startDate?.dayNumber)
                && (startTime == nil || $0.start == startTime?.seconds)
        }
        guard let listed else { return nil }
        let trip = try await trip(of: listed)
        var added = TripRun(
            trip: trip,
            serviceDate: ServiceDate(dayNumber: listed.day),
            startTime: listed.start.map(ServiceTime.init(seconds:)),
            calls: try await calls(of: listed))
        try await CallNotes(live: live, source: source).add(
            to: &added.calls, of: trip, on: added.serviceDate, added.startTime)
        return added
    }
}
