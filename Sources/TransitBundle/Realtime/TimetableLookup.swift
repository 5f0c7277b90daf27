package import Foundation

/// For matching a message of GTFS Realtime. All answers refer to one state of the timetable.
package protocol TimetableLookup {
    func timetables(ofTrips ids: Set<TripID>) throws -> [TripTimetable]
    /// The days are given since 1970-01-01.
    func timetables(ofRoutes ids: Set<RouteID>, on days: Set<Int>) throws -> [TripTimetable]
    /// With the places that the stop is part of, its station last; empty for an unknown stop.
    func places(ofStop id: String) throws -> [String]
    /// For an unknown route, the feed's zone.
    func timeZone(ofRoute id: String?) throws -> TimeZone
}
