import Foundation
import TransitModel

/// Notes never change times.
struct CallNotes {
    let live: LiveGeneration
    let source: any TransitSource

    var isNeeded: Bool { !live.alerts.isEmpty || !live.vehicles.vehicles.isEmpty }

    /// `moment` is when riders look: the first instant of the board.
    func add(to events: inout [StopEvent], at moment: Date) async throws {
        guard isNeeded else { return }
        var known = KnownPlaces()
        for index in events.indices {
            let event = events[index]
            var news = event.realtime ?? CallRealtime(.scheduled)
            addVehicle(to: &news, of: event.runKey, at: event.stopSequence)
            if !live.alerts.isEmpty {
                var call = AlertedCall(
                    tripID: event.tripID, day: event.serviceDate.dayNumber,
                    start: event.startTime?.seconds, routeID: event.routeID, route: event.route,
                    directionID: event.directionID,
                    places: try await known.places(of: event.stop, in: source))
                if let platform = news.stopID {
                    call.places += try await known.places(ofStop: platform, in: source)
                }
                news.alerts = ids(
                    live.alerts.alerts(about: call), at: moment, affecting: event.expectedTime.date,
                    like: index > 0 ? events[index - 1].realtime?.alerts : nil)
            }
            if event.realtime != nil || news != CallRealtime(.scheduled) {
                events[index].realtime = news
            }
        }
    }

    /// Alerts for the whole run are not repeated at each call.
    func add(
        to calls: inout [TimedCall], of trip: Trip, on date: ServiceDate, _ start: ServiceTime?
    ) async throws {
        guard isNeeded else { return }
        var caller = try await AlertedCaller(trip, on: date, start, in: source)
        let key = RunKey(trip.tripID, day: date.dayNumber, start: start?.seconds)
        for index in calls.indices {
            let call = calls[index]
            var news = call.realtime ?? CallRealtime(.scheduled)
            addVehicle(to: &news, of: key, at: call.scheduled.stopSequence)
            if !live.alerts.isEmpty {
                let alerted = try await caller.alerted(call)
                var found = live.alerts.alerts(at: alerted.places)
                found.formUnion(live.alerts.alerts(about: alerted) { $0.stopID != nil })
                let time = news.departure ?? news.arrival ?? call.departure ?? call.arrival
                news.alerts = ids(
                    found, at: live.now, affecting: time?.date,
                    like: index > 0 ? calls[index - 1].realtime?.alerts : nil)
            }
            if call.realtime != nil || news != CallRealtime(.scheduled) {
                calls[index].realtime = news
            }
        }
    }

    /// `before` is reused if both rows have the same alerts: an alert for an agency is on every
    /// row, and there may be thousands.
    private func ids(
        _ found: Set<Int32>, at moment: Date, affecting time: Date?, like before: [String]?
    ) -> [String] {
        let ids = live.alerts.shown(found, at: moment)
            .filter { alert in time.map(alert.isInForce(at:)) ?? true }.map(\.id)
        return before == ids ? before ?? ids : ids
    }

    private func addVehicle(to news: inout CallRealtime, of run: RunKey, at sequence: Int) {
        guard let vehicle = live.vehicles.vehicle(of: run), news.status != .canceled else { return }
        news.vehicle = vehicle.position.vehicle ?? news.vehicle
        news.stopsAway = vehicle.stopsAway(sequence, now: live.now)
        news.isAtStop = news.stopsAway == 0 && vehicle.isStopped
        if news.occupancyStatus == nil, let away = news.stopsAway, away >= 0 {
            news.occupancyStatus = vehicle.position.occupancyStatus
        }
    }
}

struct AlertedCaller {
    private let source: any TransitSource
    private var known = KnownPlaces()
    private let run: AlertedCall

    init(
        _ trip: Trip, on date: ServiceDate, _ start: ServiceTime?, in source: any TransitSource
    ) async throws {
        self.source = source
        run = AlertedCall(
            tripID: trip.tripID, day: date.dayNumber, start: start?.seconds,
            routeID: trip.routeID, route: try await known.route(trip.routeID, in: source),
            directionID: trip.directionID, places: [])
    }

    mutating func alerted(_ call: TimedCall) async throws -> AlertedCall {
        var alerted = run
        if let stop = call.scheduled.stop {
            alerted.places = try await known.places(of: stop, in: source)
        }
        if let platform = call.realtime?.stopID {
            alerted.places += try await known.places(ofStop: platform, in: source)
        }
        return alerted
    }
}
