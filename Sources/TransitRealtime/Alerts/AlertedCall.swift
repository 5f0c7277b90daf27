import TransitModel

struct AlertedCall {
    let tripID: String
    /// In days since 1970-01-01.
    let day: Int
    /// For a run of `frequencies.txt`, or an added one, in seconds of the service day.
    let start: Int?
    let routeID: String?
    /// Nil where the feed does not define it.
    let route: Route?
    let directionID: Int?
    /// With the places above the stop, and those of the platform in use.
    var places: [String]
}

/// Apart from its key in the index.
struct AlertSelector: Sendable {
    var alert: Int32
    var day: Int?
    var start: Int?
    /// The run was found by its descriptor, so that another start, or having one at all, makes
    /// another run.
    var isOneRun = false
    var routeID: String?
    var directionID: Int?
    var agencyID: String?
    var routeType: AlertedType?
    var stopID: String?

    func fits(_ call: AlertedCall, _ agencies: AlertedAgencies) -> Bool {
        if let day, day != call.day { return false }
        if isOneRun, start != call.start { return false }
        if let start, let own = call.start, start != own { return false }
        if let stopID, !call.places.contains(where: { StopID($0) == StopID(stopID) }) {
            return false
        }
        if let directionID, directionID != call.directionID { return false }
        if let routeID, routeID.exact != call.routeID?.exact { return false }
        return fits(call.route, agencies)
    }

    func fits(_ route: Route?, _ agencies: AlertedAgencies) -> Bool {
        if let routeType, !routeType.fits(route) { return false }
        if let agencyID, !agencies.isAgency(agencyID, of: route) { return false }
        return true
    }
}

struct AlertedType: Hashable, Sendable {
    let code: Int
    /// Whether a basic code also includes extended ones, if the feed has no others.
    let isWide: Bool

    static let basic = 0...12

    init(_ code: Int, among types: Set<Int>) {
        self.init(code: code, isWide: Self.basic ~= code && !types.contains(code))
    }

    init(code: Int, isWide: Bool) {
        self.code = code
        self.isWide = isWide
    }

    func fits(_ route: Route?) -> Bool {
        guard let route, let own = route.routeType else { return false }
        return own == code || (isWide && route.type == RouteType(code: code))
    }
}

struct AlertedAgencies: Sendable {
    private let ids: Set<AgencyID>
    /// A feed with one agency may leave out its id.
    let isSingle: Bool
    private let isNamed: Bool

    init(_ agencies: [Agency]) {
        ids = Set(agencies.compactMap { UsableValues.id($0.agencyID).map { AgencyID($0) } })
        isSingle = agencies.count == 1
        isNamed = agencies.contains { UsableValues.id($0.agencyID) != nil }
    }

    func has(_ id: String) -> Bool { ids.contains(AgencyID(id)) || (isSingle && !isNamed) }

    func isAgency(_ id: String, of route: Route?) -> Bool {
        guard let route else { return false }
        if isSingle, !isNamed { return true }
        return UsableValues.id(route.agencyID).map { $0.exact == id.exact } ?? (isSingle && has(id))
    }
}
