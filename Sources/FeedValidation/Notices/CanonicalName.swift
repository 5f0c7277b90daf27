import GTFSSchedule

enum CanonicalName {
    private static func name(_ code: Int, _ names: [String]) -> String {
        names.indices.contains(code) ? names[code] : "UNRECOGNIZED"
    }

    static func locationType(_ type: LocationType) -> String {
        name(type.code, ["STOP", "STATION", "ENTRANCE", "GENERIC_NODE", "BOARDING_AREA"])
    }

    static func stopAccess(_ access: StopAccess) -> String {
        name(access.code, ["ACCESSIBLE_VIA_PATHWAYS", "NOT_ACCESSIBLE_VIA_PATHWAYS"])
    }

    static func pickupDropOff(_ code: Int) -> String {
        name(code, ["REGULAR", "NOT_AVAILABLE", "MUST_PHONE", "ON_REQUEST_TO_DRIVER"])
    }

    static func routeType(_ type: RouteType?) -> String {
        switch type?.code {
        case 11: "TROLLEYBUS"
        case 12: "MONORAIL"
        case let code?:
            name(
                code,
                [
                    "LIGHT_RAIL", "SUBWAY", "RAIL", "BUS", "FERRY", "CABLE_TRAM", "AERIAL_LIFT",
                    "FUNICULAR",
                ])
        case nil: "LIGHT_RAIL"
        }
    }

    /// -1 for a code that the reference does not know.
    static func number<Code: CodedValue>(_ value: Code) -> Int { value.isKnown ? value.code : -1 }

    /// -1 for a type that the reference does not know, including those of the extended list.
    static func number(_ type: RouteType?) -> Int {
        let code = type?.code ?? 0
        return 0...7 ~= code || 11...12 ~= code ? code : -1
    }
}
