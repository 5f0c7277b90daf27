import Foundation
import TransitAPI
import TransitModel

struct LiveAge {
    let sinceAnswer: Double
    /// In seconds; nil where the answer does not say.
    let before: Double?

    /// Whether the data has passed an age since then. The server has already taken into account
    /// what was older in the answer.
    func hasPassed(_ age: Double) -> Bool {
        if sinceAnswer > age { return true }
        guard let before else { return false }
        return before <= age && before + sinceAnswer > age
    }

    func freshness(
        _ stated: RealtimeState.Freshness, of kind: RealtimeState.Kind
    ) -> RealtimeState.Freshness {
        guard stated.isApplied else { return stated }
        if hasPassed(kind.goodAge) { return .expired }
        return hasPassed(kind.liveAge) ? .stale : stated
    }
}

protocol LiveAnswer: WireForm {
    static var kind: RealtimeState.Kind { get }

    /// The answer without live data about runs, once that is too old; nil when nothing is left.
    /// Alerts stay valid longer.
    func planned(keepsAlerts: Bool) -> Self?
}

extension Board: LiveAnswer {
    static var kind: RealtimeState.Kind { .tripUpdates }

    func planned(keepsAlerts: Bool) -> Board? {
        var board = self
        board.events = events.compactMap { event in
            guard let news = event.realtime else { return event }
            // Of an added run, and of a change to the very platform of the board, the timetable says nothing.
            let isAdded = !news.isScheduled && event.headwaySecs == nil
            if isAdded || news.stopID?.exact == stop.stopID.exact { return nil }
            var event = event
            event.realtime = news.planned(keepsAlerts: keepsAlerts)
            return event
        }
        board.events.sort { ($0.time.seconds, $0.tripID) < ($1.time.seconds, $1.tripID) }
        if !keepsAlerts { board.alerts = [] }
        return board
    }
}

extension StopDetailsDTO: LiveAnswer {
    static var kind: RealtimeState.Kind { .alerts }

    func planned(keepsAlerts: Bool) -> StopDetailsDTO? {
        var details = self
        if !keepsAlerts { details.alerts = [] }
        return details
    }
}

extension RouteDetailsDTO: LiveAnswer {
    static var kind: RealtimeState.Kind { .alerts }

    func planned(keepsAlerts: Bool) -> RouteDetailsDTO? {
        var details = self
        if !keepsAlerts { details.alerts = [] }
        return details
    }
}

extension TripDetailsDTO: LiveAnswer {
    static var kind: RealtimeState.Kind { .tripUpdates }

    func planned(keepsAlerts: Bool) -> TripDetailsDTO? {
        guard calls.first?.realtime?.isScheduled != false else { return nil }
        var details = self
        for index in calls.indices {
            details.calls[index].realtime = calls[index].realtime?.planned(keepsAlerts: keepsAlerts)
        }
        details.vehicle = nil
        if !keepsAlerts { details.alerts = [] }
        return details
    }
}

extension CallRealtime {
    fileprivate func planned(keepsAlerts: Bool) -> CallRealtime? {
        guard keepsAlerts, !alerts.isEmpty else { return nil }
        return CallRealtime(.scheduled, alerts: alerts)
    }
}

extension ListDTO: LiveAnswer where Element: LiveElement {
    static var kind: RealtimeState.Kind { Element.kind }

    func planned(keepsAlerts: Bool) -> ListDTO<Element>? {
        keepsAlerts && Element.kind == .alerts ? self : ListDTO([])
    }
}

protocol LiveElement: ListedForm {
    static var kind: RealtimeState.Kind { get }
}

extension ServiceAlert: LiveElement {
    static var kind: RealtimeState.Kind { .alerts }
}

extension LiveVehicle: LiveElement {
    static var kind: RealtimeState.Kind { .vehicles }
}
