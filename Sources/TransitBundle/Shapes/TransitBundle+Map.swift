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
/// Longitudes exceed 180 when the feed crosses the antimeridian, so that near places stay near.
package struct NetworkMap: Sendable, Equatable {
    package struct Line: Sendable, Hashable {
        /// The first of these routes in the order of lists; nil when the feed defines none of them.
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
    /// Where they are: an encoded polyline with five decimals.
    package var places = ""
    /// Their `location_type`s, a digit each.
    package var kinds = ""
    package var lines: [Line] = []
}
