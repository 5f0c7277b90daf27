public import TransitModel

/// A route: the columns of `routes.txt`, its key and its mode. What is blank in the feed is left out.
public struct RouteDTO: WireObject, ModelObject {
    /// The columns; the key is 0, and id and names are empty where an answer lacks them.
    public var model = Route()
    /// The mode that the code stands for; a word of a later server is kept.
    public var mode: WireWord<Mode> = WireWord(.other)
    /// The position in the list of all requested routes; only where routes are grouped.
    public var position: Int?

    init() {}

    /// Creates the wire form of a route.
    public init(_ route: Route, position: Int? = nil) {
        model = route
        mode = WireWord(route.type.mode)
        self.position = position
    }

    mutating func visit(_ wire: inout some Wire) {
        model.visit(&wire, mode: &mode)
        wire.optional("position", &position)
    }
}

extension Route: WireObject {
    init() {
        self.init(rid: 0, routeShortName: "", routeLongName: "", type: .other)
    }

    mutating func visit(_ wire: inout some Wire) {
        var mode = WireWord(type.mode)
        visit(&wire, mode: &mode)
    }

    fileprivate mutating func visit(_ wire: inout some Wire, mode: inout WireWord<Mode>) {
        wire.key("rid", &rid)
        wire.key("route_id", &routeID)
        wire.optional("agency_id", &agencyID)
        wire.key("route_short_name", &routeShortName)
        wire.key("route_long_name", &routeLongName)
        wire.optional("route_desc", &routeDesc)
        wire.optional("route_type", &routeType)
        wire.key("mode", &mode)
        // An unknown word is the type "other".
        type = RouteType(word: mode.text)
        wire.optional("route_url", &routeURL)
        wire.optional("route_color", &routeColor)
        wire.optional("route_text_color", &routeTextColor)
        wire.optional("route_sort_order", &routeSortOrder)
        wire.optional("network_id", &networkID)
    }
}
