package import TransitModel

extension TransitBundle {
    /// Every stop with a place and every path of a trip, for a map of the whole feed.
    package func networkMap() async throws -> NetworkMap {
        try await question { db in try NetworkMapReader(db).map() }
    }
}

/// A map of a whole feed, small enough to send: places with five decimals, paths without invisible
/// points.
///
/// Longitudes exceed 180 when the feed crosses the antimeridian, so that places near each other
/// stay so.
package struct NetworkMap: Sendable, Equatable {
    package struct Line: Sendable, Hashable {
        /// The first of the line's routes in the order of lists; nil when the feed defines none of
        /// them.
        package let rid: Int64?
        /// Six hexadecimal digits.
        package let color: String
        /// An encoded polyline with five decimals.
        package let polyline: String
    }

    /// The part of the map that contains all stops, or else all lines; nil when there are none.
    package var box: BoundingBox?
    /// The keys of the stops, in order.
    package var sids: [Int64] = []
    /// The places of the stops: an encoded polyline with five decimals.
    package var places = ""
    /// The `location_type`s of the stops, one digit each.
    package var kinds = ""
    package var lines: [Line] = []
}
