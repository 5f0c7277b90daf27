package import Foundation

/// The questions of matching a message of GTFS Realtime. All answers are of one state of the timetable.
package protocol TimetableLookup {
    /// The trips that have some ids; those that do not exist are left out.
    func timetables(ofTrips ids: Set<TripID>) throws -> [TripTimetable]
    /// The trips of some routes that run on any of some days, given since 1970-01-01.
    func timetables(ofRoutes ids: Set<RouteID>, on days: Set<Int>) throws -> [TripTimetable]
    /// A stop and the places that it is part of, by their `stop_id`, its station last; none for an
    /// unknown stop.
    func places(ofStop id: String) throws -> [String]
    /// The zone in which the service days of a route count; the feed's for an unknown one.
    func timeZone(ofRoute id: String?) throws -> TimeZone
}
