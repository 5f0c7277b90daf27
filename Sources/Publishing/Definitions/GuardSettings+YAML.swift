import FeedCompiling
import GTFSSchedule

extension GuardSettings {
    enum Key: String, DefinitionKey {
        case maxDropPercent = "max_drop_percent"
        case mustExistStops = "must_exist_stops"
        case mustExistRoutes = "must_exist_routes"
        case requiredModes = "required_modes"
        case minDaysValid = "min_days_valid"
        case allowUnknownNames = "allow_unknown_names"
        case allowExpired = "allow_expired"
        case allowNewErrors = "allow_new_errors"
    }

    init(_ value: DefinitionNode) throws(DefinitionError) {
        let keys = try DefinitionMapping<Key>(value)
        if let node = keys[.maxDropPercent] { maxDropPercent = try DropLimits(node) }
        mustExistStops = try keys[.mustExistStops]?.texts() ?? []
        mustExistRoutes = try keys[.mustExistRoutes]?.texts() ?? []
        for node in try keys[.requiredModes]?.elements() ?? [] {
            guard let mode = Mode(word: try node.text()) else {
                throw node.fail("want some of \(Mode.words)")
            }
            requiredModes.append(mode)
        }
        minDaysValid = try keys[.minDaysValid]?.integer(from: 0)
        allowUnknownNames = try keys[.allowUnknownNames]?.flag() ?? false
        allowExpired = try keys[.allowExpired]?.flag() ?? false
        allowNewErrors = try keys[.allowNewErrors]?.flag() ?? false
    }
}

extension GuardSettings.DropLimits {
    enum Key: String, DefinitionKey {
        case stops, routes, trips
        case serviceDays = "service_days"
    }

    /// One number for all kinds, or a number for some: the others keep the default.
    init(_ value: DefinitionNode) throws(DefinitionError) {
        let percent = 0.0...100.0
        guard value.isMapping else {
            let limit = try value.number(percent)
            (stops, routes, trips, serviceDays) = (limit, limit, limit, limit)
            return
        }
        let keys = try DefinitionMapping<Key>(value)
        if let limit = try keys[.stops]?.number(percent) { stops = limit }
        if let limit = try keys[.routes]?.number(percent) { routes = limit }
        if let limit = try keys[.trips]?.number(percent) { trips = limit }
        if let limit = try keys[.serviceDays]?.number(percent) { serviceDays = limit }
    }
}
