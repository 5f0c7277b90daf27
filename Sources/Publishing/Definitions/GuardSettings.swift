package import GTFSSchedule

/// What a new bundle must fulfil to be published: `guards` in a definition.
package struct GuardSettings: Sendable, Equatable {
    /// Percent that may be lost against the published bundle.
    package struct DropLimits: Sendable, Equatable {
        package var stops = 10.0
        package var routes = 10.0
        package var trips = 10.0
        package var serviceDays = 10.0

        package init() {}
    }

    package var maxDropPercent = DropLimits()
    /// Ids of `stops.txt` that must be there.
    package var mustExistStops: [String] = []
    /// Ids of `routes.txt` that must be there.
    package var mustExistRoutes: [String] = []
    /// At least one route of each must be there.
    package var requiredModes: [Mode] = []
    /// Days from today on that the feed must be valid; 0 asks for none.
    package var minDaysValid: Int?
    /// Whether names in the filters of `build` that the feed does not have are put up with.
    package var allowUnknownNames = false
    package var allowExpired = false
    /// Whether codes of errors that the published feed did not have are put up with.
    package var allowNewErrors = false

    package init() {}
}
