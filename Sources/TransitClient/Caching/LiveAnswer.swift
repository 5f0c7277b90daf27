import Foundation
import TransitAPI
import TransitModel

struct LiveAge {
    let sinceAnswer: Double
    /// How old the oldest message was then, in seconds; nil where the answer does not say.
    let before: Double?

    /// Whether the data has passed an age since. What was older in the answer already is as the server said.
    func hasPassed(_ age: Double) -> Bool {
        if sinceAnswer > age { return true }
        guard let before else { return false }
        return before <= age && before + sinceAnswer > age
    }

    func freshness(_ stated: RealtimeState.Freshness) -> RealtimeState.Freshness {
        if hasPassed(RealtimeState.Age.runs) { return .expired }
        return hasPassed(RealtimeState.Age.live) ? max(stated, .stale) : stated
    }
}

protocol LiveAnswer: DTO {
    /// Without news of runs, once it is too old; nil when nothing is left. Alerts are good for
    /// longer.
    func planned(keepsAlerts: Bool) -> Self?
}

extension BoardDTO: LiveAnswer {
    func planned(keepsAlerts: Bool) -> BoardDTO? {
        var board = self
        board.events = events.compactMap { event in
            guard let news = event.realtime else { return event }
            // Of an added run, and of a change to the very platform of the board, the timetable says nothing.
            if news.scheduled == false || news.stopID?.exact == stop.stopID.exact { return nil }
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
    func planned(keepsAlerts: Bool) -> StopDetailsDTO? {
        var details = self
        if !keepsAlerts { details.alerts = [] }
        return details
    }
}

extension RouteDetailsDTO: LiveAnswer {
    func planned(keepsAlerts: Bool) -> RouteDetailsDTO? {
        var details = self
        if !keepsAlerts { details.alerts = [] }
        return details
    }
}

extension TripDetailsDTO: LiveAnswer {
    func planned(keepsAlerts: Bool) -> TripDetailsDTO? {
        guard calls.first?.realtime?.scheduled != false else { return nil }
        var details = self
        for index in calls.indices {
            details.calls[index].realtime = calls[index].realtime?.planned(keepsAlerts: keepsAlerts)
        }
        details.vehicle = nil
        if !keepsAlerts { details.alerts = [] }
        return details
    }
}

extension CallRealtimeDTO {
    fileprivate func planned(keepsAlerts: Bool) -> CallRealtimeDTO? {
        guard keepsAlerts, !alerts.isEmpty else { return nil }
        return CallRealtimeDTO(CallRealtime(.scheduled, alerts: alerts), in: .gmt)
    }
}

extension ListDTO: LiveAnswer where Element: LiveElement {
    func planned(keepsAlerts: Bool) -> ListDTO<Element>? {
        keepsAlerts && Element.isAlert ? self : ListDTO([])
    }
}

protocol LiveElement: ListedForm {
    static var isAlert: Bool { get }
}

extension ServiceAlertDTO: LiveElement {
    static var isAlert: Bool { true }
}

extension LiveVehicleDTO: LiveElement {
    static var isAlert: Bool { false }
}
