public import TransitModel

/// A route: the columns of `routes.txt`, its key and its mode. What is blank in the feed is left out.
public struct RouteDTO: WireObject {
    /// The key; 0 where an answer lacks it.
    public var rid: Int64 = 0
    /// `route_id`; empty where an answer lacks it.
    public var routeID = ""
    /// `agency_id`; nil where the feed is blank.
    public var agencyID: String?
    /// `route_short_name`; empty where an answer lacks it.
    public var routeShortName = ""
    /// `route_long_name`; empty where an answer lacks it.
    public var routeLongName = ""
    /// `route_desc`; nil where the feed is blank.
    public var routeDesc: String?
    /// `route_type`; nil where the feed is blank.
    public var routeType: Int?
    /// The meaning of the code; a word of a later server is kept.
    public var mode: WireWord<Mode> = WireWord(.other)
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

    init() {}

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

    mutating func visit(_ wire: inout some Wire) {
        wire.key("rid", &rid)
        wire.key("route_id", &routeID)
        wire.optional("agency_id", &agencyID)
        wire.key("route_short_name", &routeShortName)
        wire.key("route_long_name", &routeLongName)
        wire.optional("route_desc", &routeDesc)
        wire.optional("route_type", &routeType)
        wire.key("mode", &mode)
        wire.optional("route_url", &routeURL)
        wire.optional("route_color", &routeColor)
        wire.optional("route_text_color", &routeTextColor)
        wire.optional("route_sort_order", &routeSortOrder)
        wire.optional("network_id", &networkID)
        wire.optional("position", &position)
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
