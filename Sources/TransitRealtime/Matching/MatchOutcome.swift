/// How a trip update was matched with the timetable, or why it was not.
public enum MatchOutcome: String, CaseIterable, Codable, Sendable {
    /// By its `trip_id`.
    case matched
    /// By route, direction, day and start; its `trip_id` is missing or unknown.
    case descriptor
    /// A run that is in no timetable.
    case added
    /// A copy of a trip at another time.
    case duplicated
    /// No trip has its `trip_id`, or starts when it says.
    case unknownTrip = "unknown_trip"
    /// It names neither a trip nor a route, or a changed trip alone (`modified_trip`).
    case noTrip = "no_trip"
    /// The trip does not run on its day.
    case notRunning = "not_running"
    /// Several trips fit, and nothing tells them apart.
    case ambiguous
    /// The trip is one of `frequencies.txt`, and the update does not say which run it means.
    case noStart = "no_start"
    /// The run of `frequencies.txt` that it names is not one of its exact times.
    case offHeadway = "off_headway"
    /// An added run without times or stops.
    case noTimes = "no_times"
    /// A replacement that names no stops.
    case noStops = "no_stops"
    /// Another update of the same run is newer.
    case superseded

    /// Whether the update counts on boards.
    public var isUsed: Bool {
        switch self {
        case .matched, .descriptor, .added, .duplicated: true
        default: false
        }
    }
}
