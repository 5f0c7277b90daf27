/// A table of `gtfs stats --csv`. Names are those of GTFS and of gtfs_kit, with units.
package enum ServiceTable: String, Sendable, CaseIterable {
    case routeDays = "route-days"
    case routeHours = "route-hours"
    case patterns
    case stopDays = "stop-days"
    case segments
    case calls
    case serviceDays = "service-days"

    /// They tell rows apart, after the date.
    package var keys: [String] {
        switch self {
        case .routeDays: Self.direction
        case .routeHours: Self.direction + ["hour"]
        case .patterns:
            ["pattern"] + Self.direction + ["start_stop_id", "end_stop_id", "num_stops"]
        case .stopDays: ["stop_id", "stop_name"]
        case .segments: Self.direction + ["from_stop_id", "to_stop_id"]
        case .calls: ["pattern"] + Self.direction + ["stop_sequence", "stop_id"]
        case .serviceDays: ["service_id"]
        }
    }

    package var values: [String] {
        switch self {
        case .routeDays:
            Self.counts + ["num_departures"] + Self.times
                + ["service_distance_km", "service_duration_hours"] + Self.headways
                + ["peak_num_runs", "peak_start_time", "peak_end_time", "shared_stop_id"]
                + Self.headways.map { "shared_stop_\($0)" }
        case .routeHours:
            ["num_run_starts", "num_run_ends", "num_runs", "service_duration_hours"]
        case .patterns:
            Self.counts + Self.times + ["distance_km", "mean_duration_minutes"] + Self.headways
        case .stopDays: ["num_routes", "num_calls", "num_departures"] + Self.times + Self.headways
        case .segments:
            ["num_runs", "distance_m", "min_duration_s", "mean_duration_s", "max_duration_s"]
                + ["mean_speed_kmh"]
        case .calls: ["num_runs", "distance_m"]
        case .serviceDays: Self.counts + ["num_departures"]
        }
    }

    private static let direction = ["route_id", "route_short_name", "direction_id"]
    private static let counts = ["num_trips", "num_runs"]
    private static let times = ["start_time", "end_time"]
    private static let headways = ["min", "median", "mean", "max"].map { "\($0)_headway_minutes" }
}
