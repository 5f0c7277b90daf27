public import TransitModel

/// A route: the columns of `routes.txt`, its key and its mode. What is blank in the feed is left out.
public struct RouteDTO: WireObject, RowObject {
    /// The columns; the key is 0, id and names are empty where an answer lacks them.
    public var row: Route
    /// The meaning of the code; a word of a later server is kept.
    public var mode: WireWord<Mode> = WireWord(.other)
    /// The place in the list of all requested routes; only where routes are grouped.
    public var position: Int?

    init() {
        row = Route(rid: 0, routeShortName: "", routeLongName: "", type: .other)
    }

    /// A route as it is sent.
    public init(_ route: Route, position: Int? = nil) {
        row = route
        mode = WireWord(route.type.mode)
        self.position = position
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("rid", &row.rid)
        wire.key("route_id", &row.routeID)
        wire.optional("agency_id", &row.agencyID)
        wire.key("route_short_name", &row.routeShortName)
        wire.key("route_long_name", &row.routeLongName)
        wire.optional("route_desc", &row.routeDesc)
        wire.optional("route_type", &row.routeType)
        wire.key("mode", &mode)
        // An unknown word is the type "other".
        row.type = RouteType(word: mode.text)
        wire.optional("route_url", &row.routeURL)
        wire.optional("route_color", &row.routeColor)
        wire.optional("route_text_color", &row.routeTextColor)
        wire.optional("route_sort_order", &row.routeSortOrder)
        wire.optional("network_id", &row.networkID)
        wire.optional("position", &position)
    }
}
