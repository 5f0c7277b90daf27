public import TransitModel

/// Everything that a screen about a stop shows. Empty lists are left out.
public struct StopDetailsDTO: WireObject, ModelObject {
    /// The requested stop, and its places, levels, pathways and routes.
    public var model = StopDetails(stop: Stop())
    /// The zone of its clock.
    public var timezone = "UTC"
    /// Whether `stop_timezone` names no existing zone, so that ``timezone`` is the agency's.
    public var stopTimezoneAssumed = false
    /// Whether ``timezone`` is that of an agency that names no existing zone.
    public var timezoneAssumed = false
    /// The transfers at the stop.
    public var transfers: [Transfer] = []
    /// How the stop is served on demand, on whatever days.
    public var flexibleAccess: [FlexibleAccess] = []
    /// The services on demand on the requested `date`.
    public var flexibleServices: [FlexibleService] = []
    /// The alerts for the stop and for the places above and below it.
    public var alerts: [ServiceAlert] = []
    /// What the feed says beyond the reference, if `with` requests it.
    public var extensions: [ExtensionRows] = []

    init() {}

    /// Creates the wire form of a stop.
    ///
    /// - Parameters:
    ///   - details: the details of the stop in the bundle.
    ///   - timezone: the zone of the clock at the stop.
    ///   - stopTimezoneAssumed: whether `stop_timezone` names no existing zone.
    ///   - timezoneAssumed: whether the zone is that of an agency that names no existing zone.
    ///   - transfers: the transfers from and to the stop.
    ///   - access: how the stop is served on demand, on whatever days.
    ///   - services: the services on demand on a day, if one was requested.
    public init(
        _ details: StopDetails, timezone: String, stopTimezoneAssumed: Bool = false,
        timezoneAssumed: Bool = false, transfers: [Transfer] = [],
        access: [FlexibleAccess] = [], services: [FlexibleService] = []
    ) {
        model = details
        self.timezone = timezone
        self.stopTimezoneAssumed = stopTimezoneAssumed
        self.timezoneAssumed = timezoneAssumed
        self.transfers = transfers
        flexibleAccess = access
        flexibleServices = services
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("stop", &model.stop)
        wire.key("timezone", &timezone)
        wire.optional("stop_timezone_assumed", &stopTimezoneAssumed)
        wire.optional("timezone_assumed", &timezoneAssumed)
        wire.optional("parent", &model.parent)
        wire.optional("station", &model.station)
        wire.optional("platforms", &model.platforms)
        wire.optional("entrances", &model.entrances)
        wire.optional("nodes", &model.nodes)
        wire.optional("boarding_areas", &model.boardingAreas)
        wire.optional("levels", &model.levels)
        wire.optional("pathways", &model.pathways)
        wire.key("routes", &model.routes)
        wire.optional("transfers", &transfers)
        wire.optional("flexible_access", &flexibleAccess)
        wire.optional("flexible_services", &flexibleServices)
        wire.optional("alerts", &alerts)
        wire.optional("extensions", &extensions)
    }
}

extension Level: WireObject {
    init() {
        self.init(levelID: "")
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("level_id", &levelID)
        wire.optional("level_index", &levelIndex)
        wire.optional("level_name", &levelName)
    }
}
