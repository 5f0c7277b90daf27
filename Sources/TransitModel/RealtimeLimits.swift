/// The limits of live data that a server, the command, the checker and the guard of a publish folder
/// share. The numbers are those of the rules by which messages are merged; times are in seconds.
package enum RealtimeLimits {
    // MARK: Rule 4, the service day: the time in an update decides around midnight

    /// How far from its run a time may lie that still tells the day.
    package static let marginOfRun = 3 * 3600

    // MARK: Rule 11, time and delay: nothing is farther from its schedule than a day

    package static let longestDelay = 86_400

    // MARK: Rule 27, staleness: live at first, then stale, then not applied

    package static let liveAge = 90.0
    package static let goodAge = 900.0
    package static let liveAgeOfAlerts = 600.0
    package static let goodAgeOfAlerts = 3600.0

    // MARK: Rule 30, ids of another version: fewer than 80 % of the updates match

    package static let leastMatchedShare = 0.8
    /// With fewer updates, the share that fits says little.
    package static let fewestUpdates = 5

    // MARK: Vehicles: calls are counted down only with a young position that no time contradicts

    package static let positionAge = 300
}
