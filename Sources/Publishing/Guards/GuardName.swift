/// The guards, by the names that they have in definitions and with `--force`.
package enum GuardName: String, Codable, CaseIterable, Sendable, CustomStringConvertible {
    case maxDropPercent = "max_drop_percent"
    case mustExistStops = "must_exist_stops"
    case mustExistRoutes = "must_exist_routes"
    case requiredModes = "required_modes"
    case allowUnknownNames = "allow_unknown_names"
    case allowNewErrors = "allow_new_errors"
    case allowExpired = "allow_expired"
    case minDaysValid = "min_days_valid"
    case maxSize = "max_size"
    case queryPlans = "query_plans"

    package var description: String { rawValue }
}

/// Why a guard refuses a bundle.
package struct GuardFinding: Codable, Hashable, Sendable {
    package let name: GuardName
    /// One line, with the threshold.
    package let reason: String

    private enum CodingKeys: String, CodingKey {
        case name = "guard"
        case reason
    }

    init(_ name: GuardName, _ reason: String) {
        self.name = name
        self.reason = reason
    }
}
