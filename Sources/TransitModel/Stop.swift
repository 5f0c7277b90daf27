import Foundation
public import GTFSSchedule

/// A row of `stops.txt`: a stop, a platform, a station, an entrance, a node or a boarding area.
///
/// A `Codable` value with the column names of the bundle.
public struct Stop: Codable, Hashable, Sendable, Identifiable {
    /// The key of the stop, the same in every bundle of its line that has the stop; see
    /// ``FavoriteStop``.
    public var sid: Int64
    /// The `stop_id`.
    public var stopID: String
    /// `stop_code`, the text on signs at the stop, which riders type; nil where the feed is blank.
    public var stopCode: String?
    /// `stop_name`; empty where a node or a boarding area has none.
    public var stopName: String
    /// More about the stop, for riders; nil where the feed is blank.
    public var stopDesc: String?
    /// The latitude in degrees as in the feed; nil where it gives no place; see ``coordinate``.
    public var stopLat: Double?
    /// The longitude in degrees, as ``stopLat``.
    public var stopLon: Double?
    /// The fare zone of Fares v1; nil where the feed is blank.
    public var zoneID: String?
    /// A web page about the stop; nil where the feed is blank.
    public var stopURL: String?
    /// `location_type` as published; nil means 0, a stop or platform.
    public var locationType: Int?
    /// The `stop_id` of the station, or of the platform that a boarding area is part of.
    public var parentStation: String?
    /// The zone of the clock at the stop, such as `America/Chicago`; nil means the zone of the
    /// station, else of the agency. The feed's times are in the agency's zone nevertheless.
    public var stopTimezone: String?
    /// As published, nil where the feed is blank; see ``accessibility`` for the effective value.
    public var wheelchairBoarding: Int?
    /// The `level_id` of the level; nil where the feed is blank.
    public var levelID: String?
    /// The text on the sign, such as "3" or "B", without words such as "Platform"; nil where the
    /// feed is blank.
    public var platformCode: String?
    /// `wheelchairBoarding` after inheritance from the station.
    public var effectiveWheelchairBoarding: Int?

    public var id: Int64 { sid }

    /// Creates a stop.
    public init(
        sid: Int64, stopID: String = "", stopCode: String? = nil, stopName: String,
        stopDesc: String? = nil, stopLat: Double?, stopLon: Double?, zoneID: String? = nil,
        stopURL: String? = nil, locationType: Int? = nil, parentStation: String? = nil,
        stopTimezone: String? = nil, wheelchairBoarding: Int? = nil, levelID: String? = nil,
        platformCode: String? = nil, effectiveWheelchairBoarding: Int? = nil
    ) {
        self.sid = sid
        self.stopID = stopID
        self.stopCode = stopCode
        self.stopName = stopName
        self.stopDesc = stopDesc
        // NaN equals nothing, not even itself, so no cache would find the stop.
        self.stopLat = stopLat.flatMap { $0.isFinite ? $0 : nil }
        self.stopLon = stopLon.flatMap { $0.isFinite ? $0 : nil }
        self.zoneID = zoneID
        self.stopURL = stopURL
        self.locationType = locationType
        self.parentStation = parentStation
        self.stopTimezone = stopTimezone
        self.wheelchairBoarding = wheelchairBoarding
        self.levelID = levelID
        self.platformCode = platformCode
        self.effectiveWheelchairBoarding = effectiveWheelchairBoarding ?? wheelchairBoarding
    }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case sid
        case stopID = "stop_id"
        case stopCode = "stop_code"
        case stopName = "stop_name"
        case stopDesc = "stop_desc"
        case stopLat = "stop_lat"
        case stopLon = "stop_lon"
        case zoneID = "zone_id"
        case stopURL = "stop_url"
        case locationType = "location_type"
        case parentStation = "parent_station"
        case stopTimezone = "stop_timezone"
        case wheelchairBoarding = "wheelchair_boarding"
        case levelID = "level_id"
        case platformCode = "platform_code"
        case effectiveWheelchairBoarding = "effective_wheelchair_boarding"
    }
}

extension Stop {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? {
            try values.decodeIfPresent(String.self, forKey: key)
        }
        func integer(_ key: CodingKeys) throws -> Int? {
            try values.decodeIfPresent(Int.self, forKey: key)
        }
        self.init(
            sid: try values.decode(Int64.self, forKey: .sid),
            stopID: try text(.stopID) ?? "", stopCode: try text(.stopCode),
            // Nodes and boarding areas may lack a name and a place.
            stopName: try text(.stopName) ?? "", stopDesc: try text(.stopDesc),
            stopLat: try values.decodeIfPresent(Double.self, forKey: .stopLat),
            stopLon: try values.decodeIfPresent(Double.self, forKey: .stopLon),
            zoneID: try text(.zoneID), stopURL: try text(.stopURL),
            locationType: try integer(.locationType), parentStation: try text(.parentStation),
            stopTimezone: try text(.stopTimezone),
            wheelchairBoarding: try integer(.wheelchairBoarding), levelID: try text(.levelID),
            platformCode: try text(.platformCode),
            effectiveWheelchairBoarding: try integer(.effectiveWheelchairBoarding))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(sid, forKey: .sid)
        try values.encode(stopID, forKey: .stopID)
        try values.encode(stopCode, forKey: .stopCode)
        try values.encode(stopName, forKey: .stopName)
        try values.encode(stopDesc, forKey: .stopDesc)
        try values.encode(stopLat.flatMap { $0.isFinite ? $0 : nil }, forKey: .stopLat)
        try values.encode(stopLon.flatMap { $0.isFinite ? $0 : nil }, forKey: .stopLon)
        try values.encode(zoneID, forKey: .zoneID)
        try values.encode(stopURL, forKey: .stopURL)
        try values.encode(locationType, forKey: .locationType)
        try values.encode(parentStation, forKey: .parentStation)
        try values.encode(stopTimezone, forKey: .stopTimezone)
        try values.encode(wheelchairBoarding, forKey: .wheelchairBoarding)
        try values.encode(levelID, forKey: .levelID)
        try values.encode(platformCode, forKey: .platformCode)
        try values.encode(effectiveWheelchairBoarding, forKey: .effectiveWheelchairBoarding)
    }

    /// The kind of place; blank means a stop or platform.
    public var kind: LocationType { LocationType(code: locationType ?? 0) }

    /// The place; nil when the feed gives none, or one that is not on the globe: beyond 90 degrees
    /// of latitude or 180 of longitude.
    public var coordinate: Coordinate? {
        guard let stopLat, let stopLon else { return nil }
        let place = Coordinate(latitude: stopLat, longitude: stopLon)
        return place.isOnGlobe ? place : nil
    }

    /// Whether wheelchairs can board, after inheritance from the station.
    public var accessibility: Accessibility {
        Accessibility(code: effectiveWheelchairBoarding ?? wheelchairBoarding ?? 0)
    }
}

extension Stop {
    /// The place in readable form, with four decimals; empty when the feed gives none.
    public var coordinatesText: String {
        coordinate.map { String(format: "%.4f, %.4f", $0.latitude, $0.longitude) } ?? ""
    }

    /// A text to share: name, stop code, place and a link to a map.
    ///
    /// ```swift
    /// let stop = try await source.stop(id: "NS")
    /// let text = stop.shareText  // name, code, coordinates and a link to a map, in four lines
    /// ```
    public var shareText: String { shareText(in: .english) }

    /// Returns a text to share, like ``shareText``, in the given words.
    public func shareText(in words: RiderWords) -> String {
        var lines = [stopName]
        if let stopCode { lines.append(words.text(.stopCode, n: stopCode)) }
        if let coordinate {
            lines.append(words.text(.stopLocation, n: coordinatesText))
            lines.append(
                "https://maps.apple.com/?ll=\(coordinate.latitude),\(coordinate.longitude)")
        }
        return lines.joined(separator: "\n")
    }
}

/// Everything that a screen about one stop shows.
///
/// The lists contain the places below the requested stop: everything in a station, the boarding
/// areas of a platform, nothing for a stop on the street.
public struct StopDetails: Codable, Hashable, Sendable {
    /// The requested stop.
    public var stop: Stop
    /// The place that `parent_station` names: the station of a platform, or the platform of a
    /// boarding area.
    public var parent: Stop?
    /// The station that the stop is part of, which may be the stop itself.
    public var station: Stop?
    /// The platforms by code, in natural order.
    public var platforms: [Stop]
    /// The ways in and out.
    public var entrances: [Stop]
    /// Points inside the station that join pathways.
    public var nodes: [Stop]
    /// Places on platforms where riders wait.
    public var boardingAreas: [Stop]
    /// The levels of these places, from the top down.
    public var levels: [Level]
    /// The pathways that begin or end at one of these places.
    public var pathways: [Pathway]
    /// The routes that call here, at any platform of a station.
    public var routes: [Route]

    /// Creates the details of a stop.
    public init(
        stop: Stop, parent: Stop? = nil, station: Stop? = nil, platforms: [Stop] = [],
        entrances: [Stop] = [], nodes: [Stop] = [], boardingAreas: [Stop] = [],
        levels: [Level] = [], pathways: [Pathway] = [], routes: [Route] = []
    ) {
        self.stop = stop
        self.parent = parent
        self.station = station
        self.platforms = platforms
        self.entrances = entrances
        self.nodes = nodes
        self.boardingAreas = boardingAreas
        self.levels = levels
        self.pathways = pathways
        self.routes = routes
    }

    package static func isInOrder(_ left: Stop, _ right: Stop) -> Bool {
        let leftCode = left.platformCode ?? ""
        let rightCode = right.platformCode ?? ""
        if leftCode != rightCode { return NaturalOrder.isLess(leftCode, rightCode) }
        if left.stopName != right.stopName {
            return NaturalOrder.isLess(left.stopName, right.stopName)
        }
        return left.sid < right.sid
    }
}

/// A row of `levels.txt`: a level of a station.
public struct Level: Codable, Hashable, Sendable, Identifiable {
    /// The `level_id`.
    public var levelID: String
    /// The position of the level: higher levels have larger numbers, the street has 0.
    public var levelIndex: Double?
    /// The name of the level on signs, such as "Mezzanine"; nil where the feed is blank.
    public var levelName: String?

    /// Creates a level.
    public init(levelID: String, levelIndex: Double? = nil, levelName: String? = nil) {
        self.levelID = levelID
        self.levelIndex = levelIndex
        self.levelName = levelName
    }

    public var id: String { levelID }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case levelID = "level_id"
        case levelIndex = "level_index"
        case levelName = "level_name"
    }
}
