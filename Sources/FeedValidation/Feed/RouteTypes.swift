import GTFSSchedule

/// The codes of the routes' types, without the rest of the rows.
///
/// Extended codes stand for the nearest of the reference, except under `--compat canonical`.
package struct RouteTypes {
    /// By number of a route id: the code, `noRoute`, or `noCode`.
    private let codes: [Int32]
    private static let noRoute = Int32.min
    private static let noCode = Int32.min + 1

    init(_ feed: LoadedFeed) {
        let isCanonical = feed.options.isCanonical
        codes = feed.routeRows.map { row in
            guard row >= 0 else { return Self.noRoute }
            guard let type = feed.routes.rows[Int(row)].routeType else { return Self.noCode }
            let code = isCanonical ? type.code : type.basicCode ?? type.code
            return max(Int32(clamping: code), Self.noCode + 1)
        }
    }

    /// Whether `routes.txt` has the route.
    package func isDefined(_ route: Int32) -> Bool {
        route >= 0 && route < codes.count && codes[Int(route)] != Self.noRoute
    }

    /// The code; nil when the route is not defined or its type not readable.
    package func code(_ route: Int32) -> Int? {
        guard isDefined(route), codes[Int(route)] != Self.noCode else { return nil }
        return Int(codes[Int(route)])
    }
}
