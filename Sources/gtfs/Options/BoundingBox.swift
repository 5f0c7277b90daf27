import ArgumentParser
import FeedCompiling

/// `minLon,minLat,maxLon,maxLat` in degrees. West may be greater than east: such a box crosses the
/// antimeridian.
struct BoundingBox: Hashable {
    let west: Double
    let south: Double
    let east: Double
    let north: Double

    init(argument: String) throws {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.drop { $0 == " " })
        }
        let numbers = parts.compactMap { $0 }.filter(\.isFinite)
        guard parts.count == 4, numbers.count == 4 else {
            throw ValidationError("want minLon,minLat,maxLon,maxLat in degrees")
        }
        guard [numbers[0], numbers[2]].allSatisfy({ (-180...180).contains($0) }),
            [numbers[1], numbers[3]].allSatisfy({ (-90...90).contains($0) })
        else {
            throw ValidationError(
                "longitudes are from -180 to 180, latitudes from -90 to 90; "
                    + "the order is minLon,minLat,maxLon,maxLat")
        }
        guard numbers[1] <= numbers[3] else {
            throw ValidationError("minLat is greater than maxLat")
        }
        (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    var area: Area { .box(west: west, south: south, east: east, north: north) }
}
