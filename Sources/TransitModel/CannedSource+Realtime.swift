import BundleCodec
public import Foundation
public import GTFSSchedule

extension CannedSource {
    /// The live data about a run.
    public struct LiveRun: Hashable, Sendable {
        /// The kinds of news.
        public enum News: Hashable, Sendable {
            /// Seconds behind the timetable, at all calls; negative when early.
            case late(Int)
            /// It does not take place.
            case canceled
            /// It is in no timetable: a run more, with these calls.
            case added(Trip, calls: [Call])
        }

        /// The `trip_id`.
        public var tripID: String
        /// The service day.
        public var serviceDate: ServiceDate
        /// The news.
        public var news: News

        /// One that an app makes itself, for previews and tests.
        public init(tripID: String, serviceDate: ServiceDate, _ news: News) {
            self.tripID = tripID
            self.serviceDate = serviceDate
            self.news = news
        }
    }

    public func realtimeState() async throws -> RealtimeState? {
        liveRuns.isEmpty ? nil : liveState
    }

    public func alerts(
        about subject: AlertSubject, at moment: Date?
    ) async throws -> [ServiceAlert] {
        try await give {
            var rows: Set<ExactText> = []
            if case .board(_, let events) = subject {
                rows = Set(events.flatMap { $0.realtime?.alerts ?? [] }.map(\.exact))
            }
            return serviceAlerts.filter { alert in
                guard moment.map(alert.isShown(at:)) ?? true else { return false }
                return rows.contains(alert.id.exact)
                    || alert.informedEntities.contains { isAbout($0, subject) }
            }
        }
    }

    private func isAbout(_ entity: InformedEntity, _ subject: AlertSubject) -> Bool {
        func isAt(_ stop: Stop) -> Bool {
            entity.scope == .stop
                && (Array(chain(from: stop)) + below([stop])).contains {
                    $0.stopID.exact == entity.stopID?.exact
                }
        }
        switch subject {
        case .everything: return true
        case .feed: return entity.scope == .agency
        case .stop(let stop): return isAt(stop)
        case .route(let route):
            return entity.scope == .route && entity.routeID?.exact == route.routeID.exact
                || entity.scope == .routeType && entity.routeType == route.routeType
        case .trip(let trip, _, _):
            let isOfRun =
                trip.tripID.exact == entity.trip?.tripID?.exact
                || trip.routeID?.exact == entity.routeID?.exact
            switch entity.scope {
            case .trip, .route, .stopOnTrip, .stopOnRoute: return isOfRun
            case .stop:
                return calls[trip.tripID, default: []].compactMap(\.stop).contains(where: isAt)
            default: return false
            }
        case .board(let stops, _):
            return entity.scope == .agency || stops.contains(where: isAt)
        }
    }

    public func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle] {
        try await give { vehiclePositions.filter(filter.admits) }
    }

    /// The event with the ids of the alerts about its run or call.
    func noted(_ event: StopEvent) -> StopEvent {
        let alerts = serviceAlerts.filter { alert in
            alert.isInForce(at: event.expectedTime)
                && alert.informedEntities.contains { isAbout($0, event) }
        }
        guard !alerts.isEmpty else { return event }
        var event = event
        var news = event.realtime ?? CallRealtime(.scheduled)
        news.alerts = alerts.map(\.id)
        event.realtime = news
        return event
    }

    private func isAbout(_ entity: InformedEntity, _ event: StopEvent) -> Bool {
        switch entity.scope {
        case .trip, .stopOnTrip:
            guard entity.trip?.tripID?.exact == event.tripID.exact else { return false }
        case .route, .stopOnRoute:
            guard entity.routeID?.exact == event.routeID?.exact else { return false }
        default: return false
        }
        return entity.stopID.map { id in
            chain(from: event.stop).contains { $0.stopID.exact == id.exact }
        }
            ?? true
    }

    /// A trip on its days, and the calls of it: those of the timetable, and added ones.
    func tripsOnBoards(
        _ days: [ServiceDate]
    ) -> [(trip: Trip, calls: [Call], days: [ServiceDate])] {
        let added = liveRuns.compactMap { run -> (Trip, [Call], [ServiceDate])? in
            guard case .added(let trip, let calls) = run.news else { return nil }
            return (trip, calls, days.filter { $0 == run.serviceDate })
        }
        return trips.map { ($0, calls[$0.tripID] ?? [], days) } + added
    }

    /// The trip of an added run.
    func addedTrip(_ id: String) -> (trip: Trip, calls: [Call])? {
        for run in liveRuns where run.tripID.exact == id.exact {
            if case .added(let trip, let calls) = run.news { return (trip, calls) }
        }
        return nil
    }

    /// How far behind the timetable the latest run is, and how far ahead the earliest one.
    var shifts: (late: Double, early: Double) {
        liveRuns.reduce(into: (late: 0, early: 0)) { shifts, run in
            guard case .late(let seconds) = run.news else { return }
            shifts.late = max(shifts.late, Double(seconds))
            shifts.early = max(shifts.early, Double(-seconds))
        }
    }

    /// The news of a call of a run; nil where there is none.
    func news(
        of tripID: String, on date: ServiceDate, arrival: Date?, departure: Date?
    ) -> CallRealtime? {
        let run = liveRuns.first { $0.tripID.exact == tripID.exact && $0.serviceDate == date }
        switch run?.news {
        case nil: return nil
        case .canceled: return CallRealtime(.canceled)
        case .added:
            return CallRealtime(
                .added, arrival: arrival, departure: departure, isScheduled: false)
        case .late(let seconds):
            return CallRealtime(
                .updated, arrival: arrival?.addingTimeInterval(Double(seconds)),
                departure: departure?.addingTimeInterval(Double(seconds)), delaySeconds: seconds)
        }
    }
}
