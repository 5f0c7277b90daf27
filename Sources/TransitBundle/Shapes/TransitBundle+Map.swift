package import TransitModel

extension TransitBundle {
    /// Every stop that has a place and every path that a trip takes, for a map of the whole feed.
    package func networkMap() async throws -> NetworkMap {
        try await read { db in try NetworkMapReader(db).map() }
    }
}

/// A map of a whole feed, small enough to be sent: places with five decimals, paths without the points
/// that nobody would see.
///
/// Longitudes pass 180 where the feed lies across the antimeridian, so that what is near is near.
package struct NetworkMap: Sendable, Equatable {
    /// A path with the color of the routes that take it.
    package struct Line: Sendable, Hashable {
        /// The first of these routes in the order of lists; nil when the feed defines none.
        package let rid: Int64?
        /// Six hexadecimal digits.
        package let color: String
        /// An encoded polyline with five decimals.
        package let polyline: String
    }

    /// The part of the map that has all stops, else all lines; nil when there are none.
    package var box: BoundingBox?
    /// The keys of the stops, in order.
    package var sids: [Int64] = []
    /// Where they are: an encoded polyline with five decimals.
    package var places = ""
    /// Their `location_type`s, a digit each.
    package var kinds = ""
    package var lines: [Line] = []
}
