package import FeedReading

/// `minLon,minLat,maxLon,maxLat` in degrees. West may be greater than east: such a box crosses the
/// antimeridian.
package struct FilterBox: Hashable, Sendable {
    package let west: Double
    package let south: Double
    package let east: Double
    package let north: Double

    package init(text: String) throws(UnusableValue) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.drop { $0 == " " }) }
        guard numbers.count == parts.count else { throw Self.wanted }
        try self.init(numbers)
    }

    package init(_ numbers: [Double]) throws(UnusableValue) {
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { throw Self.wanted }
        guard [numbers[0], numbers[2]].allSatisfy({ (-180...180).contains($0) }),
            [numbers[1], numbers[3]].allSatisfy({ (-90...90).contains($0) })
        else {
            throw UnusableValue(
                "longitudes are from -180 to 180, latitudes from -90 to 90; "
                    + "the order is minLon,minLat,maxLon,maxLat")
        }
        guard numbers[1] <= numbers[3] else {
            throw UnusableValue("minLat is greater than maxLat")
        }
        (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    package var area: FilterArea { .box(west: west, south: south, east: east, north: north) }

    private static let wanted = UnusableValue("expected minLon,minLat,maxLon,maxLat in degrees")
}
