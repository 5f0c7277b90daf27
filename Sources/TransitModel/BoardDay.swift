import Foundation
public import GTFSSchedule

/// A day of a board. The two kinds differ at night: a trip at 25:10 of Friday's service leaves on
/// Saturday at 01:10.
public enum BoardDay: Hashable, Sendable {
    /// All events of the trips of a service day, including those after midnight.
    case serviceDay(ServiceDate)
    /// All events from midnight to midnight on the clock at the stop, whatever service day their
    /// trips belong to. When clocks change, the day is an hour shorter or longer.
    case calendarDay(ServiceDate)

    func window(_ clock: ServiceClock) -> DateInterval {
        switch self {
        case .calendarDay(let date):
            DateInterval(
                start: clock.instant(showing: 0, on: date).instant,
                end: clock.instant(showing: 0, on: date.adding(days: 1)).instant)
        case .serviceDay(let date):
            // Service days count in the agency's zone, which may be up to 26 hours from the stop's;
            // a trip may last for days.
            DateInterval(
                start: clock.start(of: date).addingTimeInterval(-26 * 3600),
                end: clock.start(of: date.adding(days: Self.longestTrip + 2)))
        }
    }

    /// How many days after its service day a trip may still be under way.
    private static let longestTrip = 6
}
