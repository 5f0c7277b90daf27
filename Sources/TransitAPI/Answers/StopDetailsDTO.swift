import Foundation
public import TransitModel

/// Everything that a screen about a stop shows. Empty lists are left out.
public struct StopDetailsDTO: DTO {
    /// The stop that was asked for.
    public var stop: StopDTO
    /// The zone of its clock.
    public var timezone: String
    /// `stop_timezone` names no existing zone, so ``timezone`` is the agency's.
    public var stopTimezoneAssumed: Bool
    /// ``timezone`` is the agency's, which gives no zone that exists.
    public var timezoneAssumed: Bool
    /// The place that `parent_station` names.
    public var parent: StopDTO?
    /// The station that the stop is part of, which may be the stop itself.
    public var station: StopDTO?
    /// By platform code.
    public var platforms: [StopDTO]
    /// `entrances`; empty where there are none.
    public var entrances: [StopDTO]
    /// Points inside the station that join pathways.
    public var nodes: [StopDTO]
    /// `boarding_areas`; empty where there are none.
    public var boardingAreas: [StopDTO]
    /// The levels, from the top down.
    public var levels: [LevelDTO]
    /// The pathways.
    public var pathways: [RowDTO<Pathway>]
    /// The routes that call here, at any platform of a station.
    public var routes: [RouteDTO]
    /// The transfers here.
    public var transfers: [RowDTO<Transfer>]
    /// How the stop is served on demand, on whatever days.
    public var flexibleAccess: [FlexibleAccessDTO]
    /// The services on demand on the requested `date`.
    public var flexibleServices: [FlexibleServiceDTO]

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

    public init(_ wire: WireReader) {
        stop = wire.object("stop")
        timezone = wire.text("timezone", default: "UTC")
        stopTimezoneAssumed = wire.optionalFlag("stop_timezone_assumed")
        timezoneAssumed = wire.optionalFlag("timezone_assumed")
        parent = wire.optionalObject("parent")
        station = wire.optionalObject("station")
        platforms = wire.optionalList("platforms")
        entrances = wire.optionalList("entrances")
        nodes = wire.optionalList("nodes")
        boardingAreas = wire.optionalList("boarding_areas")
        levels = wire.optionalList("levels")
        pathways = wire.optionalList("pathways")
        routes = wire.list("routes")
        transfers = wire.optionalList("transfers")
        flexibleAccess = wire.optionalList("flexible_access")
        flexibleServices = wire.optionalList("flexible_services")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(stop, "stop")
        wire.put(timezone, "timezone")
        wire.putIfTrue(stopTimezoneAssumed, "stop_timezone_assumed")
        wire.putIfTrue(timezoneAssumed, "timezone_assumed")
        wire.put(parent, "parent")
        wire.put(station, "station")
        wire.putUnlessEmpty(platforms, "platforms")
        wire.putUnlessEmpty(entrances, "entrances")
        wire.putUnlessEmpty(nodes, "nodes")
        wire.putUnlessEmpty(boardingAreas, "boarding_areas")
        wire.putUnlessEmpty(levels, "levels")
        wire.putUnlessEmpty(pathways, "pathways")
        wire.put(routes, "routes")
        wire.putUnlessEmpty(transfers, "transfers")
        wire.putUnlessEmpty(flexibleAccess, "flexible_access")
        wire.putUnlessEmpty(flexibleServices, "flexible_services")
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
public struct LevelDTO: DTO {
    /// `level_id`; empty where an answer lacks it.
    public var levelID: String
    /// `level_index`; nil where the feed is blank.
    public var levelIndex: Double?
    /// `level_name`; nil where the feed is blank.
    public var levelName: String?

    /// The row as it is sent.
    public init(_ level: Level) {
        levelID = level.levelID
        levelIndex = level.levelIndex
        levelName = level.levelName
    }

    public init(_ wire: WireReader) {
        levelID = wire.text("level_id")
        levelIndex = wire.optionalNumber("level_index")
        levelName = wire.optionalText("level_name")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(levelID, "level_id")
        wire.put(levelIndex, "level_index")
        wire.put(levelName, "level_name")
    }

    /// The row.
    public var model: Level {
        Level(levelID: levelID, levelIndex: levelIndex, levelName: levelName)
    }
}
