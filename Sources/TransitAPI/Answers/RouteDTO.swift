public import TransitModel

/// A route: the columns of `routes.txt`, its key and its mode. What is blank in the feed is left out.
public struct RouteDTO: DTO {
    /// The key; 0 where an answer lacks it.
    public var rid: Int64
    /// `route_id`; empty where an answer lacks it.
    public var routeID: String
    /// `agency_id`; nil where the feed is blank.
    public var agencyID: String?
    /// `route_short_name`; empty where an answer lacks it.
    public var routeShortName: String
    /// `route_long_name`; empty where an answer lacks it.
    public var routeLongName: String
    /// `route_desc`; nil where the feed is blank.
    public var routeDesc: String?
    /// `route_type`; nil where the feed is blank.
    public var routeType: Int?
    /// The meaning of the code; a word of a later server is kept.
    public var mode: WireWord<Mode>
    /// `route_url`; nil where the feed is blank.
    public var routeURL: String?
    /// As published, RRGGBB.
    public var routeColor: String?
    /// `route_text_color`; nil where the feed is blank.
    public var routeTextColor: String?
    /// `route_sort_order`; nil where the feed is blank.
    public var routeSortOrder: Int?
    /// `network_id`; nil where the feed is blank.
    public var networkID: String?
    /// The place in the list of all requested routes; only where routes are grouped.
    public var position: Int?

    /// A route as it is sent.
    public init(_ route: Route, position: Int? = nil) {
        rid = route.rid
        routeID = route.routeID
        agencyID = route.agencyID
        routeShortName = route.routeShortName
        routeLongName = route.routeLongName
        routeDesc = route.routeDesc
        routeType = route.routeType
        mode = WireWord(route.type.mode)
        routeURL = route.routeURL
        routeColor = route.routeColor
        routeTextColor = route.routeTextColor
        routeSortOrder = route.routeSortOrder
        networkID = route.networkID
        self.position = position
    }

    public init(_ wire: WireReader) {
        rid = wire.key("rid")
        routeID = wire.text("route_id")
        agencyID = wire.optionalText("agency_id")
        routeShortName = wire.text("route_short_name")
        routeLongName = wire.text("route_long_name")
        routeDesc = wire.optionalText("route_desc")
        routeType = wire.optionalInteger("route_type")
        mode = wire.word("mode", default: .other)
        routeURL = wire.optionalText("route_url")
        routeColor = wire.optionalText("route_color")
        routeTextColor = wire.optionalText("route_text_color")
        routeSortOrder = wire.optionalInteger("route_sort_order")
        networkID = wire.optionalText("network_id")
        position = wire.optionalInteger("position")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(rid, "rid")
        wire.put(routeID, "route_id")
        wire.put(agencyID, "agency_id")
        wire.put(routeShortName, "route_short_name")
        wire.put(routeLongName, "route_long_name")
        wire.put(routeDesc, "route_desc")
        wire.put(routeType, "route_type")
        wire.put(mode, "mode")
        wire.put(routeURL, "route_url")
        wire.put(routeColor, "route_color")
        wire.put(routeTextColor, "route_text_color")
        wire.put(routeSortOrder, "route_sort_order")
        wire.put(networkID, "network_id")
        wire.put(position, "position")
    }

    /// The route; an unknown mode gives it the type "other".
    public var model: Route {
        Route(
            rid: rid, routeID: routeID, agencyID: agencyID, routeShortName: routeShortName,
            routeLongName: routeLongName, routeDesc: routeDesc, routeType: routeType,
            type: RouteType(word: mode.text), routeURL: routeURL,
            routeColor: routeColor, routeTextColor: routeTextColor,
            routeSortOrder: routeSortOrder, networkID: networkID)
    }
}
