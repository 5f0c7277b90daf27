import Foundation
public import Observation
public import TransitModel

/// The screen about one run of a trip: its calls, its progress, its path, and how its vehicle
/// continues.
///
/// ```swift
/// let model = TripModel(event: departure, source: source)
/// await model.load(at: now)
/// let stops = model.details.value?.run.calls.compactMap(\.stop?.stopName)
/// // ["Central Junction", "Guildhall", "Quayside", "Lavender Point", "North Shelf"]
/// let passed = model.passedCount  // 0
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class TripModel: ScreenModel {
    /// The run and everything that belongs to it.
    public private(set) var details: LoadState<TripDetails> = .loading

    private let tripID: String
    private var date: ServiceDate?
    private let startTime: ServiceTime?

    /// - Parameters:
    ///   - tripID: the `trip_id`, such as that of a row of a timetable.
    ///   - date: the service day; nil for the day on which the trip runs nearest to the time of the
    ///     first reading.
    ///   - startTime: when the run leaves its first stop, for a trip of `frequencies.txt`.
    ///   - source: answers the questions.
    ///   - language: the language of names; nil for names as published.
    ///   - words: the texts for riders; nil for those in `language`.
    public init(
        tripID: String, date: ServiceDate? = nil, startTime: ServiceTime? = nil,
        source: any TransitSource, language: String? = nil,
        words: RiderWords? = nil
    ) {
        self.tripID = tripID
        self.date = date
        self.startTime = startTime
        super.init(source: source, language: language, words: words)
    }

    /// Creates a model for the run that a departure or arrival is part of.
    public convenience init(
        event: StopEvent, source: any TransitSource, language: String? = nil,
        words: RiderWords? = nil
    ) {
        self.init(
            tripID: event.tripID, date: event.serviceDate, startTime: event.startTime,
            source: source, language: language, words: words)
    }

    /// The route and its destination, such as "T1 North Shelf"; empty until the trip has been read.
    public var title: String {
        let found = details.value
        return [found?.route?.name, found?.run.trip.tripHeadsign].compactMap { $0 }
            .joined(separator: " ")
    }

    /// The number of calls that the vehicle has left, as far as is known now: the next call follows
    /// them.
    public var passedCount: Int {
        let last = details.value?.run.calls.lastIndex { call in
            call.end.map { $0 < clock } ?? false
        }
        return last.map { $0 + 1 } ?? 0
    }

    override var timeZone: TimeZone {
        details.value?.run.calls.first?.timeZone ?? super.timeZone
    }

    override var nextPassing: Date? {
        let next = details.value?.run.calls.dropFirst(passedCount).lazy.compactMap(\.end).first
        return min(next ?? .distantFuture, nextAging ?? .distantFuture)
    }

    override func timePassed() async {
        if realtime != nil { await read() }
    }

    override func read() async {
        let before = details.startLoading()
        let read = await askingLive { [tripID, date, startTime, clock] source in
            let run = try await source.run(
                tripID: tripID, startDate: date, startTime: startTime, now: clock)
            guard let run else { throw TransitSourceError.notFound(kind: "trip", id: tripID) }
            return try await source.details(of: run, at: clock)
        }
        details.take(read, after: before, in: words)
        // The screen stays with this run, whatever the time.
        if let found = details.value { date = found.run.serviceDate }
    }
}

/// Everything that a screen about one run of a trip shows.
public struct TripDetails: Hashable, Sendable {
    /// The run with its calls.
    public var run: TripRun
    /// The route; nil when the feed does not define it.
    public var route: Route?
    /// The path; nil when the feed gives none.
    public var shape: TripShape?
    /// The trip that the vehicle continues as; nil when its work ends, or the feed does not say.
    public var continuation: Continuation?
    /// The vehicle, if live data says where it is.
    public var vehicle: LiveVehicle?
    /// The alerts for the run, its calls and its stops, the most severe first.
    public var alerts: [ServiceAlert]

    /// Creates the details of a trip.
    public init(
        run: TripRun, route: Route? = nil, shape: TripShape? = nil,
        continuation: Continuation? = nil, vehicle: LiveVehicle? = nil,
        alerts: [ServiceAlert] = []
    ) {
        self.run = run
        self.route = route
        self.shape = shape
        self.continuation = continuation
        self.vehicle = vehicle
        self.alerts = alerts
    }
}

extension TimedCall {
    fileprivate var end: Date? {
        (realtime?.departure ?? realtime?.arrival ?? departure ?? arrival)?.date
    }
}

extension TransitSource {
    fileprivate func details(of run: TripRun, at now: Date) async throws -> TripDetails {
        let start = run.headwaySecs == nil ? nil : run.startTime
        let vehicles = try await vehicles(matching: VehicleFilter(tripID: run.trip.tripID))
        return TripDetails(
            run: run, route: try await route(of: run.trip), shape: try await shape(of: run.trip),
            continuation: try await continuation(of: run),
            vehicle: run.vehicle(among: vehicles),
            alerts: try await alerts(
                about: .trip(run.trip, on: run.serviceDate, startTime: start), at: now))
    }
}
