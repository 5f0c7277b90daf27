package import GTFSSchedule

/// How trips changed, route by route.
package struct TripChanges: Sendable, Encodable {
    /// The trips of a route.
    package struct OfRoute: Sendable, Encodable {
        package let routeID: RouteID
        package let name: String?
        package var old = 0
        package var new = 0
        package var added = 0
        package var removed = 0
        /// Trips of one id that differ in anything of the following, and in what.
        package var changed = 0
        package var callsChanged = 0
        package var timesChanged = 0
        package var headsignChanged = 0
        package var daysChanged = 0
        package var routeChanged = 0
        /// Nearly all ids are new: then added and removed say little, but these do.
        package var areIDsNew = false
        /// Trips, by calls, times and headsign, that only one of the bundles has.
        package var runsAdded = 0
        package var runsRemoved = 0

        package var isEmpty: Bool {
            added == 0 && removed == 0 && changed == 0 && runsAdded == 0 && runsRemoved == 0
        }

        private enum CodingKeys: String, CodingKey {
            case routeID = "routeId"
            case name, old, new, added, removed, changed
            case callsChanged, timesChanged, headsignChanged, daysChanged, routeChanged
            case areIDsNew = "areIdsNew"
            case runsAdded, runsRemoved
        }
    }

    package let old: Int
    package let new: Int
    /// The routes whose trips changed, those with most changes first.
    package let routes: [OfRoute]

    package var isEmpty: Bool { routes.isEmpty }
}
