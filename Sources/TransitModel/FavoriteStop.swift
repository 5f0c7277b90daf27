import Foundation
public import GTFSSchedule

/// A stop that a rider keeps, with everything needed to find it again in later bundles.
///
/// Feeds change: they give stops new ids, abbreviate their names, move them by a few meters. A
/// favorite therefore holds not only the key and the id but also the name and the place, nearby
/// stops with the same name, and the ways in which vehicles leave, which tell the two sides of a
/// street apart. Save it as JSON: its keys stay the same, later versions only add some, and unknown
/// ones are ignored.
///
/// ```swift
/// let favorite = try await FavoriteStop(stop, in: source)
/// let saved = try JSONEncoder().encode(favorite)
/// let restored = try JSONDecoder().decode(FavoriteStop.self, from: saved)
/// let resolution = try await restored.resolve(in: source)  // .found(stop, by: .key)
/// ```
///
/// Names are compared in the source's language: resolve a favorite in the language in which it was
/// saved.
public struct FavoriteStop: Codable, Hashable, Sendable, Identifiable {
    /// The key of the stop, valid in bundles of ``line`` only.
    public var sid: Int64
    /// The `stop_id`.
    public var stopID: String
    /// The bundles that share the key; nil when the source does not say, in which case no key is
    /// trusted.
    public var line: BundleLine?
    /// `stop_name`.
    public var name: String
    /// The place; nil when the feed gives none.
    public var place: Coordinate?
    /// The kind of place.
    public var kind: LocationType
    /// The text on signs at the stop, `stop_code`; nil where the feed is blank.
    public var stopCode: String?
    /// The text on the sign of a platform; nil where the feed is blank.
    public var platformCode: String?
    /// The name of the station that the stop is part of; nil when it is part of none.
    public var stationName: String?
    /// The nearby stops of this kind that have this name or a similar one, such as the one across
    /// the street; nil when unknown, in which case name and place alone are never certain.
    public var namesakes: [Namesake]?
    /// The ways in which vehicles leave; nil when unknown.
    public var headings: [Heading]?

    /// A stop that may be mistaken for the favorite.
    public struct Namesake: Codable, Hashable, Sendable {
        /// Its `stop_id`.
        public var stopID: String
        /// Its `stop_name`.
        public var name: String
        /// Its place.
        public var place: Coordinate
        /// The text on its signs, `stop_code`; nil where the feed is blank.
        public var stopCode: String?
        /// The text on the sign of a platform; nil where the feed is blank.
        public var platformCode: String?

        /// Creates a namesake.
        public init(
            stopID: String, name: String, place: Coordinate, stopCode: String? = nil,
            platformCode: String? = nil
        ) {
            self.stopID = stopID
            self.name = name
            self.place = place
            self.stopCode = stopCode
            self.platformCode = platformCode
        }

        public enum CodingKeys: String, CodingKey {
            case stopID = "stop_id"
            case name = "stop_name"
            case place
            case stopCode = "stop_code"
            case platformCode = "platform_code"
        }
    }

    /// A route that calls at the stop, and the direction in which its vehicles go there.
    public struct Heading: Codable, Hashable, Sendable {
        /// `Route.name`.
        public var route: String
        /// The direction from the previous call to the next, in degrees clockwise from north.
        public var degrees: Double

        /// Creates a heading.
        public init(route: String, degrees: Double) {
            self.route = route
            self.degrees = degrees
        }
    }

    /// The line and the key: two favorites of the same stop have the same id if they were saved
    /// from bundles of one line.
    public var id: String { "\(line?.rawValue ?? "")/\(sid)" }

    /// Creates a favorite from data that the app saved earlier.
    public init(
        sid: Int64, stopID: String, line: BundleLine?, name: String, place: Coordinate?,
        kind: LocationType = .stop, stopCode: String? = nil, platformCode: String? = nil,
        stationName: String? = nil, namesakes: [Namesake]? = nil, headings: [Heading]? = nil
    ) {
        self.sid = sid
        self.stopID = stopID
        self.line = line
        self.name = name
        self.place = place
        self.kind = kind
        self.stopCode = stopCode
        self.platformCode = platformCode
        self.stationName = stationName
        self.namesakes = namesakes
        self.headings = headings
    }

    /// The keys of its JSON, which never change.
    public enum CodingKeys: String, CodingKey {
        case sid
        case stopID = "stop_id"
        case line
        case name = "stop_name"
        case place
        case kind = "location_type"
        case stopCode = "stop_code"
        case platformCode = "platform_code"
        case stationName = "station_name"
        case namesakes
        case headings
    }
}

extension FavoriteStop {
    /// Creates the favorite for a stop, with everything that its source knows about it now.
    ///
    /// Asks up to about twenty questions about the stop, its surroundings and its routes.
    ///
    /// - Throws: `TransitSourceError.notFound` if the source no longer has the stop.
    public init(_ stop: Stop, in source: any TransitSource) async throws {
        let id = stop.stopID
        self = try await source.answering { source in
            // Key, line and surroundings are those of one bundle, whatever bundle the stop is of.
            guard let stop = try await source.knownStop(id: id) else {
                throw TransitSourceError.notFound(kind: "stop", id: id)
            }
            var surroundings = StopSurroundings(source: source)
            var favorite = FavoriteStop(
                sid: stop.sid, stopID: stop.stopID, line: try await source.feed().line,
                name: stop.stopName, place: stop.coordinate, kind: stop.kind,
                stopCode: stop.stopCode, platformCode: stop.platformCode,
                stationName: try await surroundings.stationName(of: stop))
            favorite.headings = try await surroundings.headings(at: stop)
            guard let place = stop.coordinate else { return favorite }
            let near = try await surroundings.stops(
                near: place, radius: StopSurroundings.rememberedRadius, kind: stop.kind)
            favorite.namesakes = near.compactMap { other in
                guard other.stop.sid != stop.sid, let place = other.stop.coordinate,
                    NameLikeness(other.stop.stopName, stop.stopName) > .unlike
                else { return nil }
                return Namesake(
                    stopID: other.stop.stopID, name: other.stop.stopName, place: place,
                    stopCode: other.stop.stopCode, platformCode: other.stop.platformCode)
            }
            return favorite
        }.value
    }

    /// Returns the favorite renewed from the stop that was found: with that stop's current key, id,
    /// line, name and place, so that it is found by its key next time.
    public func refreshed(
        as stop: Stop, in source: any TransitSource
    ) async throws -> FavoriteStop {
        try await FavoriteStop(stop, in: source)
    }
}

/// Each route and station is requested once.
struct StopSurroundings {
    /// In meters from the favorite's place.
    static let searchedRadius = 250.0
    /// How far around it namesakes are remembered: far enough that none can enter the searched
    /// circle by a small move.
    static let rememberedRadius = 400.0

    let source: any TransitSource
    private var stationNames: [StopID: String?] = [:]
    private var lists: [Int64: [[Stop]]] = [:]

    init(source: any TransitSource) {
        self.source = source
    }

    func stops(
        near place: Coordinate, radius: Double, kind: LocationType
    ) async throws -> [NearbyStop] {
        try await source.stops(near: place, radius: radius, limit: .max, kinds: [kind])
    }

    mutating func stationName(of stop: Stop) async throws -> String? {
        guard let id = stop.parentStation else { return nil }
        if let name = stationNames[StopID(id)] { return name }
        let name = try await source.knownStop(id: id)?.stopName
        stationNames[StopID(id)] = .some(name)
        return name
    }

    /// The directions of the first few routes: enough to tell the stop from others.
    mutating func headings(at stop: Stop) async throws -> [FavoriteStop.Heading] {
        var headings: [FavoriteStop.Heading] = []
        for route in try await source.routes(of: stop).prefix(6) {
            for list in try await directions(of: route) {
                for index in list.indices where list[index].sid == stop.sid {
                    let before = index > 0 ? list[index - 1].coordinate : nil
                    let after = index + 1 < list.count ? list[index + 1].coordinate : nil
                    guard
                        let degrees = Bearing.degrees(
                            from: before, through: stop.coordinate, to: after)
                    else {
                        continue
                    }
                    let heading = FavoriteStop.Heading(route: route.name, degrees: degrees)
                    if !headings.contains(heading) { headings.append(heading) }
                }
            }
        }
        return headings
    }

    private mutating func directions(of route: Route) async throws -> [[Stop]] {
        if let known = lists[route.rid] { return known }
        var found: [[Stop]] = []
        for direction in try await source.directions(of: route) {
            found.append(try await source.stops(of: route, direction: direction.directionID))
        }
        lists[route.rid] = found
        return found
    }
}

enum Bearing {
    /// The direction of a vehicle through a stop, in whole degrees clockwise from north; nil when
    /// the calls before and after do not tell. Lists of a route's stops put branches one after the
    /// other: where one ends and the next begins, the direction seems to reverse.
    static func degrees(
        from before: Coordinate?, through place: Coordinate?, to after: Coordinate?
    ) -> Double? {
        guard let place else { return nil }
        let arriving = before.flatMap { degrees(from: $0, to: place) }
        let leaving = after.flatMap { degrees(from: place, to: $0) }
        guard let arriving, let leaving else { return arriving ?? leaving }
        guard let before, let after, angle(arriving, leaving) < 90 else { return nil }
        return degrees(from: before, to: after)
    }

    /// Nil when the places are too near to each other.
    private static func degrees(from start: Coordinate, to end: Coordinate) -> Double? {
        guard start.meters(to: end) > 50 else { return nil }
        let width = (end.longitude - start.longitude).remainder(dividingBy: 360)
        let shrinking = cos((start.latitude + end.latitude) / 360 * .pi)
        let degrees = atan2(width * shrinking, end.latitude - start.latitude) / .pi * 180
        return (degrees < 0 ? degrees + 360 : degrees).rounded()
    }

    /// The result lies between 0 and 180.
    static func angle(_ left: Double, _ right: Double) -> Double {
        abs((left - right).remainder(dividingBy: 360))
    }
}

extension TransitSource {
    /// Never one with a key that looks like the id.
    func knownStop(id: String) async throws -> Stop? {
        do {
            let stop = try await stop(id: id)
            return stop.stopID.utf8.elementsEqual(id.utf8) ? stop : nil
        } catch TransitSourceError.notFound {
            return nil
        }
    }
}
