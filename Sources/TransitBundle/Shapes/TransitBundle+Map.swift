package import TransitModel

extension TransitBundle {
    package func networkMap() async throws -> NetworkMap {
        try await question { db in try NetworkMapReader(db).map() }
    }
}

/// Small enough to send: places with five decimals, paths without invisible points.
///
/// Longitudes exceed 180 when the feed crosses the antimeridian, so that places near each other
/// stay so.
package struct NetworkMap: Sendable, Equatable {
    package struct Line: Sendable, Hashable {
        /// The first in the order of lists; nil when the feed defines none of the line's routes.
        package let rid: Int64?
        /// Six hexadecimal digits.
        package let color: String
        /// With five decimals.
        package let polyline: String
    }

    /// Contains all stops, or else all lines; nil when there are none.
    package var box: BoundingBox?
    package var sids: [Int64] = []
    /// An encoded polyline with five decimals.
    package var places = ""
    /// The `location_type`s of the stops, one digit each.
    package var kinds = ""
    package var lines: [Line] = []
}
