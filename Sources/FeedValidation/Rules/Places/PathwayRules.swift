import FeedCompiling
import GTFSSchedule

/// Pathways end at platforms, entrances, nodes or boarding areas: not at stations, nor at platforms
/// that are divided into boarding areas.
struct PathwayEndpointRule: FeedRule {
    static let pathwayToWrongLocationType = NoticeDefinition(
        "pathway_to_wrong_location_type", .error, summary: "A pathway begins or ends at a station.",
        why: "A station is a whole building, so directions cannot begin or end there.",
        fix: "Connect the pathway to a platform, entrance, generic node or boarding area.",
        reference: "pathways.txt", fields: "from_stop_id", "to_stop_id")
    static let pathwayToPlatformWithBoardingAreas = NoticeDefinition(
        "pathway_to_platform_with_boarding_areas", .error,
        summary: "A pathway begins or ends at a platform that has boarding areas.",
        why: "Riders board at one of the areas, so directions to the platform are too vague.",
        fix: "Connect the pathway to a boarding area.",
        reference: "pathways.txt", fields: "from_stop_id", "to_stop_id")
    static let notices: [NoticeDefinition] = [
        pathwayToPlatformWithBoardingAreas, pathwayToWrongLocationType,
    ]
    static let inputs = ["pathways.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        guard feed.pathways.count > 0 else { return }
        let children = ChildStops(feed)
        for (index, pathway) in feed.pathways.rows.enumerated() {
            try feed.checkCancellation()
            let ends = [("from_stop_id", pathway.fromStopID), ("to_stop_id", pathway.toStopID)]
            for (field, id) in ends {
                guard let id, let stop = feed.clearStop(id) else { continue }
                let definition: NoticeDefinition
                if stop.kind == .station {
                    definition = Self.pathwayToWrongLocationType
                } else if stop.kind == .stop, !children[id].isEmpty {
                    definition = Self.pathwayToPlatformWithBoardingAreas
                } else {
                    continue
                }
                bin.add(
                    definition,
                    [
                        "csvRowNumber": feed.pathways.rowNumbers[index],
                        "pathwayId": pathway.pathwayID?.text ?? "", "fieldName": field,
                        "stopId": id,
                    ])
            }
        }
    }
}

struct PathwayLoopRule: RowRule {
    static let pathwayLoop = NoticeDefinition(
        "pathway_loop", .warning, summary: "A pathway begins and ends at the same location.",
        why: "The pathway leads nowhere, so one of its ends is probably wrong.",
        fix: "Correct `from_stop_id` or `to_stop_id`, or remove the pathway.",
        reference: "pathways.txt", fields: "from_stop_id", "to_stop_id")
    static let notices: [NoticeDefinition] = [pathwayLoop]
    static let fields = ["from_stop_id", "to_stop_id"]

    func check(_ pathway: Pathway, in context: RowContext, into bin: NoticeBin) {
        guard let from = pathway.fromStopID, from == pathway.toStopID else { return }
        bin.add(
            Self.pathwayLoop,
            [
                "csvRowNumber": context.row, "pathwayId": pathway.pathwayID?.text ?? "",
                "stopId": from,
            ])
    }
}

extension LoadedFeed {
    /// Rows of stations that may have pathways in addition to those that the rules see: only one
    /// end of a pathway is known, or its id is that of an earlier one. If neither end is known, the
    /// pathway may belong to the station of the row before or after it. Empty under
    /// `--compat canonical`.
    var stationsWithUnclearPathways: Set<Int> {
        guard !options.isCanonical else { return [] }
        var unclear = Set(
            pathways.repeats.flatMap { [$0.row.fromStopID, $0.row.toStopID] }
                .compactMap { stationIndex($0) })
        var previous: Int?
        var isPending = false
        for pathway in pathways.rows {
            let isUnclear =
                stopIndex(pathway.fromStopID) == nil || stopIndex(pathway.toStopID) == nil
            let station = stationIndex(pathway.fromStopID) ?? stationIndex(pathway.toStopID)
            if isUnclear || isPending, let station { unclear.insert(station) }
            if isUnclear, station == nil, let previous { unclear.insert(previous) }
            isPending = station == nil && (isUnclear || isPending)
            previous = station ?? previous
        }
        return unclear
    }
}

/// A generic node joins at least two other places.
struct PathwayDeadEndRule: FeedRule {
    static let pathwayDanglingGenericNode = NoticeDefinition(
        "pathway_dangling_generic_node", .warning,
        summary: "A generic node has pathways to only one other location.",
        why: "The node is a dead end, so a pathway is probably missing.",
        fix: "Add the missing pathway, or remove the node.",
        reference: "pathways.txt", fields: "from_stop_id", "to_stop_id",
        rowFiles: ["csvRowNumber": "stops.txt"])
    static let notices: [NoticeDefinition] = [pathwayDanglingGenericNode]
    static let inputs = ["pathways.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.pathways.count > 0 else { return }
        let graph = PathwayGraph(feed)
        let isDeadEnd = graph.deadEnds()
        let unclear = feed.stationsWithUnclearPathways
        for index in feed.stops.rows.indices where feed.stops.rows[index].kind == .genericNode {
            let stop = feed.stops.rows[index]
            guard let id = stop.stopID, let place = graph.ids.find(id.text), isDeadEnd[place],
                !(feed.stationIndex(ofRow: index).map(unclear.contains) ?? false)
            else { continue }
            bin.add(
                Self.pathwayDanglingGenericNode,
                feed.stopFields(index).with("parentStation", stop.parentStation?.text ?? ""))
        }
    }
}

struct PathwayStopAccessRule: FeedRule {
    static let pathwayToStopWithAccessOutsideOfStationPathways = NoticeDefinition(
        "pathway_to_stop_with_access_outside_of_station_pathways", .error,
        summary: "A pathway begins or ends at a stop whose `stop_access` is 1.",
        why: "That value says that riders reach the stop from the street, not by pathways.",
        fix: "Remove the pathway, or set `stop_access` to 0.",
        reference: "pathways.txt", fields: "from_stop_id", "to_stop_id")
    static let notices: [NoticeDefinition] = [pathwayToStopWithAccessOutsideOfStationPathways]
    static let inputs = ["pathways.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.stops.header.has("stop_access") else { return }
        var platformCodes: [StopID: String] = [:]
        for stop in feed.stops.rows where stop.stopAccess == .fromStreet {
            if let id = stop.stopID { platformCodes[id] = stop.platformCode ?? "" }
        }
        guard !platformCodes.isEmpty else { return }
        for (index, pathway) in feed.pathways.rows.enumerated() {
            let isLoop = pathway.fromStopID == pathway.toStopID
            for id in isLoop ? [pathway.fromStopID] : [pathway.fromStopID, pathway.toStopID] {
                guard let id, let platformCode = platformCodes[id] else { continue }
                bin.add(
                    Self.pathwayToStopWithAccessOutsideOfStationPathways,
                    [
                        "csvRowNumber": feed.pathways.rowNumbers[index],
                        "platformCode": platformCode,
                        "pathwayId": pathway.pathwayID?.text ?? "", "stopId": id,
                    ])
            }
        }
    }
}

struct ExitGateRule: RowRule {
    static let bidirectionalExitGate = NoticeDefinition(
        "bidirectional_exit_gate", .error,
        summary: "An exit gate (`pathway_mode` 7) is bidirectional (`is_bidirectional` 1).",
        why: "Apps send riders in through a gate that only lets riders out.",
        fix: "Set `is_bidirectional` to 0, or correct `pathway_mode`.",
        reference: "pathways.txt", fields: "is_bidirectional", "pathway_mode")
    static let notices: [NoticeDefinition] = [bidirectionalExitGate]
    static let fields = ["pathway_mode", "is_bidirectional"]

    func check(_ pathway: Pathway, in context: RowContext, into bin: NoticeBin) {
        guard pathway.pathwayMode == .exitGate, pathway.isBidirectional == .yes else { return }
        bin.add(
            Self.bidirectionalExitGate,
            [
                "csvRowNumber": context.row, "pathwayMode": PathwayMode.exitGate.code,
                "isBidirectional": YesNo.yes.code,
            ])
    }
}

struct ElevatorLevelRule: FeedRule {
    static let missingLevelID = NoticeDefinition(
        "missing_level_id", .error,
        summary: "A location at either end of an elevator pathway has no `level_id`.",
        why: "Directions cannot say to which floor riders go.",
        fix: "Set `level_id` in `stops.txt`, and describe the level in `levels.txt`.",
        reference: "stops.txt", fields: "level_id")
    static let notices: [NoticeDefinition] = [missingLevelID]
    static let inputs = ["pathways.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        var noted = Set<Int>()
        for pathway in feed.pathways.rows where pathway.pathwayMode == .elevator {
            for id in [pathway.fromStopID, pathway.toStopID] {
                guard let index = feed.stopIndex(id), feed.stops[index].levelID == nil,
                    noted.insert(index).inserted
                else { continue }
                bin.add(Self.missingLevelID, feed.stopFields(index))
            }
        }
    }
}
