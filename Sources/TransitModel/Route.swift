public import GTFSSchedule

/// A row of `routes.txt`.
public struct Route: Codable, Hashable, Sendable, Identifiable {
    /// The key of the route, the same in every bundle of its line that has the route.
    public var rid: Int64
    /// The `route_id`.
    public var routeID: String
    /// The `agency_id` of its operator; nil where a feed of one agency names none.
    public var agencyID: String?
    /// The short name of the route; empty where the feed gives none; see ``name``.
    public var routeShortName: String
    /// `route_long_name`, often the destination; empty where the feed gives none.
    public var routeLongName: String
    /// More about the route, for riders; nil where the feed is blank.
    public var routeDesc: String?
    /// The code in the feed, basic or extended.
    public var routeType: Int?
    /// The type that the code stands for.
    public var type: RouteType
    /// A web page about the route; nil where the feed is blank.
    public var routeURL: String?
    /// The color as published, RRGGBB; see ``color`` for the color to paint with.
    public var routeColor: String?
    /// The text color as published, RRGGBB; see ``textColor`` for a readable color.
    public var routeTextColor: String?
    /// Where the route stands in lists, smallest number first; nil where the feed is blank.
    public var routeSortOrder: Int?
    /// The `network_id` of the route's fares; nil where the feed is blank.
    public var networkID: String?

    public var id: Int64 { rid }

    /// Creates a route.
    public init(
        rid: Int64, routeID: String = "", agencyID: String? = nil, routeShortName: String,
        routeLongName: String, routeDesc: String? = nil, routeType: Int? = nil,
        type: RouteType, routeURL: String? = nil, routeColor: String? = nil,
        routeTextColor: String? = nil, routeSortOrder: Int? = nil, networkID: String? = nil
    ) {
        self.rid = rid
        self.routeID = routeID
        self.agencyID = agencyID
        self.routeShortName = routeShortName
        self.routeLongName = routeLongName
        self.routeDesc = routeDesc
        self.routeType = routeType
        self.type = type
        self.routeURL = routeURL
        self.routeColor = routeColor
        self.routeTextColor = routeTextColor
        self.routeSortOrder = routeSortOrder
        self.networkID = networkID
    }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case rid
        case routeID = "route_id"
        case agencyID = "agency_id"
        case routeShortName = "route_short_name"
        case routeLongName = "route_long_name"
        case routeDesc = "route_desc"
        case routeType = "route_type"
        case type = "mode"
        case routeURL = "route_url"
        case routeColor = "route_color"
        case routeTextColor = "route_text_color"
        case routeSortOrder = "route_sort_order"
        case networkID = "network_id"
    }
}

extension Route {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? {
            try values.decodeIfPresent(String.self, forKey: key)
        }
        self.init(
            rid: try values.decode(Int64.self, forKey: .rid),
            routeID: try text(.routeID) ?? "", agencyID: try text(.agencyID),
            routeShortName: try text(.routeShortName) ?? "",
            routeLongName: try text(.routeLongName) ?? "", routeDesc: try text(.routeDesc),
            routeType: try values.decodeIfPresent(Int.self, forKey: .routeType),
            // This library cannot name a mode of a later version of the tool.
            type: RouteType(word: try text(.type) ?? ""),
            routeURL: try text(.routeURL), routeColor: try text(.routeColor),
            routeTextColor: try text(.routeTextColor),
            routeSortOrder: try values.decodeIfPresent(Int.self, forKey: .routeSortOrder),
            networkID: try text(.networkID))
    }

    /// The name to show: the short name, else the long one, else the id.
    public var name: String {
        [routeShortName, routeLongName].first { !$0.isEmpty } ?? routeID
    }

    /// The color to paint with: the feed's, else the badge color of the route's type.
    public var color: RGBColor {
        routeColor.flatMap(RGBColor.init(cellText:)) ?? type.color
    }

    /// A color that is readable on ``color``: the feed's if readable, else black or white.
    public var textColor: RGBColor {
        guard let background = routeColor.flatMap(RGBColor.init(cellText:)) else {
            return type.color.readableText
        }
        return RouteColors(
            routeColor: background, routeTextColor: routeTextColor.flatMap(RGBColor.init(cellText:))
        ).readableText
    }
}

extension Route {
    package struct Badge: Hashable {
        let name: String
        let color: RGBColor
        let textColor: RGBColor
        let type: RouteType
    }

    package struct Line: Hashable {
        let badge: Badge
        let longName: String
    }

    package var badge: Badge {
        Badge(name: name, color: color, textColor: textColor, type: type)
    }

    package var listLine: Line { Line(badge: badge, longName: routeLongName) }
}

extension Sequence<Route> {
    /// The routes without those that riders cannot tell from an earlier one.
    package func unlike<Look: Hashable>(_ look: (Route) -> Look) -> [Route] {
        var seen: Set<Look> = []
        return filter { seen.insert(look($0)).inserted }
    }
}

/// The routes of one type, as a section of a list.
public struct RouteGroup: Codable, Hashable, Sendable, Identifiable {
    /// The type of all its routes.
    public var type: RouteType
    /// The routes, in the order of lists; never empty.
    public var routes: [Route]
    /// The section's title, such as "Train".
    public var title: String

    /// Creates a group of routes. Without a title, it is the English word for the type.
    public init(type: RouteType, routes: [Route], title: String? = nil) {
        self.type = type
        self.routes = routes
        self.title = title ?? type.displayName
    }

    public var id: RouteType { type }
    /// The number of routes in the group.
    public var count: Int { routes.count }
}

extension RouteGroup {
    /// Groups routes by type: Train, Metro, Bus, Ferry, Tram, then the other types by name. Within
    /// a group routes keep their order; types without routes have no group. Titles are in the given
    /// words.
    ///
    /// ```swift
    /// let stop = try await source.stop(id: "QUAY")
    /// let groups = RouteGroup.grouping(try await source.routes(of: stop))
    /// let titles = groups.map(\.title)  // ["Train", "Metro", "Ferry"]
    /// ```
    public static func grouping(
        _ routes: [Route], in words: RiderWords = .english
    ) -> [RouteGroup] {
        let byType = Dictionary(grouping: routes, by: \.type)
        return RouteType.allCases.compactMap { type in
            byType[type].map {
                RouteGroup(type: type, routes: $0, title: type.displayName(in: words))
            }
        }
    }
}

/// A direction of travel of a route.
public struct RouteDirection: Codable, Hashable, Sendable {
    /// 0 or 1; nil when the trips do not say.
    public var directionID: Int?
    /// The headsign of most of its trips.
    public var headsign: String?
    /// The number of trips in the timetable on all days, except trips without stop times.
    public var tripCount: Int

    /// Creates a route direction.
    public init(directionID: Int?, headsign: String?, tripCount: Int) {
        self.directionID = directionID
        self.headsign = headsign
        self.tripCount = tripCount
    }

    public enum CodingKeys: String, CodingKey {
        case directionID = "direction_id"
        case headsign
        case tripCount = "trip_count"
    }
}
