package import Foundation

/// The questions for matching a message of GTFS Realtime. All answers refer to one state of the
/// timetable.
package protocol TimetableLookup {
    /// The trips with some ids; ids without a trip are left out.
    func timetables(ofTrips ids: Set<TripID>) throws -> [TripTimetable]
    /// The trips of some routes that run on any of some days, given in days since 1970-01-01.
    func timetables(ofRoutes ids: Set<RouteID>, on days: Set<Int>) throws -> [TripTimetable]
    /// A stop and the places that it is part of, by their `stop_id`, its station last; empty for an
    /// unknown stop.
    func places(ofStop id: String) throws -> [String]
    /// The zone in which the service days of a route count; for an unknown route, the feed's zone.
    func timeZone(ofRoute id: String?) throws -> TimeZone
}
