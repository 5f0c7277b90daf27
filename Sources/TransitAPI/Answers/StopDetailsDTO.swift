import Foundation
public import TransitModel

/// Everything that a screen about a stop shows. Empty lists are left out.
public struct StopDetailsDTO: WireObject {
    /// The stop that was asked for.
    public var stop = StopDTO()
    /// The zone of its clock.
    public var timezone = "UTC"
    /// `stop_timezone` names no existing zone, so ``timezone`` is the agency's.
    public var stopTimezoneAssumed = false
    /// ``timezone`` is the agency's, which gives no zone that exists.
    public var timezoneAssumed = false
    /// The place that `parent_station` names.
    public var parent: StopDTO?
    /// The station that the stop is part of, which may be the stop itself.
    public var station: StopDTO?
    /// By platform code.
    public var platforms: [StopDTO] = []
    /// `entrances`; empty where there are none.
    public var entrances: [StopDTO] = []
    /// Points inside the station that join pathways.
    public var nodes: [StopDTO] = []
    /// `boarding_areas`; empty where there are none.
    public var boardingAreas: [StopDTO] = []
    /// The levels, from the top down.
    public var levels: [LevelDTO] = []
    /// The pathways.
    public var pathways: [RowDTO<Pathway>] = []
    /// The routes that call here, at any platform of a station.
    public var routes: [RouteDTO] = []
    /// The transfers here.
    public var transfers: [RowDTO<Transfer>] = []
    /// How the stop is served on demand, on whatever days.
    public var flexibleAccess: [FlexibleAccessDTO] = []
    /// The services on demand on the requested `date`.
    public var flexibleServices: [FlexibleServiceDTO] = []

    init() {}

    /// A stop as it is sent.
    ///
    /// - Parameters:
    ///   - details: what the bundle says.
    ///   - timezone: that of the clock at the stop.
    ///   - stopTimezoneAssumed: whether `stop_timezone` names no existing zone.
    ///   - timezoneAssumed: whether it is the agency's, which gives no zone that exists.
    ///   - transfers: those from and to the stop.
    ///   - access: how the stop is served on demand, on whatever days.
    ///   - services: the services on demand on a day, if one was requested.
    public init(
        _ details: StopDetails, timezone: String, stopTimezoneAssumed: Bool = false,
        timezoneAssumed: Bool = false, transfers: [Transfer] = [],
        access: [FlexibleAccess] = [], services: [FlexibleService] = []
    ) {
        stop = StopDTO(details.stop)
        self.timezone = timezone
        self.stopTimezoneAssumed = stopTimezoneAssumed
        self.timezoneAssumed = timezoneAssumed
        parent = details.parent.map { StopDTO($0) }
        station = details.station.map { StopDTO($0) }
        platforms = details.platforms.map { StopDTO($0) }
        entrances = details.entrances.map { StopDTO($0) }
        nodes = details.nodes.map { StopDTO($0) }
        boardingAreas = details.boardingAreas.map { StopDTO($0) }
        levels = details.levels.map(LevelDTO.init)
        pathways = details.pathways.map { RowDTO($0) }
        routes = details.routes.map { RouteDTO($0) }
        self.transfers = transfers.map { RowDTO($0) }
        flexibleAccess = access.map(FlexibleAccessDTO.init)
        flexibleServices = services.map(FlexibleServiceDTO.init)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("stop", &stop)
        wire.key("timezone", &timezone)
        wire.optional("stop_timezone_assumed", &stopTimezoneAssumed)
        wire.optional("timezone_assumed", &timezoneAssumed)
        wire.optional("parent", &parent)
        wire.optional("station", &station)
        wire.optional("platforms", &platforms)
        wire.optional("entrances", &entrances)
        wire.optional("nodes", &nodes)
        wire.optional("boarding_areas", &boardingAreas)
        wire.optional("levels", &levels)
        wire.optional("pathways", &pathways)
        wire.key("routes", &routes)
        wire.optional("transfers", &transfers)
        wire.optional("flexible_access", &flexibleAccess)
        wire.optional("flexible_services", &flexibleServices)
    }

    /// The stop.
    public var model: StopDetails {
        StopDetails(
            stop: stop.model, parent: parent?.model, station: station?.model,
            platforms: platforms.map(\.model), entrances: entrances.map(\.model),
            nodes: nodes.map(\.model), boardingAreas: boardingAreas.map(\.model),
            levels: levels.map(\.model), pathways: pathways.map(\.row),
            routes: routes.map(\.model))
    }
}

/// A level of a station: a row of `levels.txt`.
public struct LevelDTO: WireObject, RowObject {
    /// The columns; the id is empty where an answer lacks it.
    public var row: Level

    init() {
        row = Level(levelID: "")
    }

    /// The row as it is sent.
    public init(_ level: Level) {
        row = level
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("level_id", &row.levelID)
        wire.optional("level_index", &row.levelIndex)
        wire.optional("level_name", &row.levelName)
    }
}
