import FeedCompiling
import GTFSSchedule

/// Where the stops are, by number of a stop id: its own coordinates or, without, those of the place
/// that it belongs to.
package struct StopPoints {
    /// Whether the feed says where the stop is.
    package private(set) var isKnown: [Bool]
    package private(set) var latitude: [Double]
    package private(set) var longitude: [Double]
    package private(set) var point: [SpherePoint]

    /// Where the canonical validator puts stops of which it does not know where they are.
    static let unknown = SpherePoint(latitude: 0, longitude: 0)

    init(_ feed: LoadedFeed) {
        let count = feed.stopIDs.count
        isKnown = Array(repeating: false, count: count)
        latitude = Array(repeating: 0, count: count)
        longitude = latitude
        point = Array(repeating: Self.unknown, count: count)
        for number in 0..<count {
            guard let place = Self.coordinates(number, feed) else { continue }
            isKnown[number] = true
            latitude[number] = place.latitude
            longitude[number] = place.longitude
            point[number] = SpherePoint(latitude: place.latitude, longitude: place.longitude)
        }
    }

    /// Looks at the stop, its parent and the parent's parent: more levels there are not, unless
    /// they go in a circle.
    private static func coordinates(
        _ number: Int, _ feed: LoadedFeed
    ) -> (latitude: Double, longitude: Double)? {
        var number = number
        for _ in 0..<3 {
            guard number < feed.stopRows.count, feed.stopRows[number] >= 0 else { return nil }
            let row = Int(feed.stopRows[number])
            if let latitude = feed.stops.rows[row].stopLat,
                let longitude = feed.stops.rows[row].stopLon
            {
                return (latitude, longitude)
            }
            guard let parent = feed.stops.rows[row].parentStation,
                let next = feed.stopIDs.find(parent.text)
            else { return nil }
            number = next
        }
        return nil
    }

    /// The stop's number if the feed says where it is.
    @inline(__always)
    func located(_ stop: Int32) -> Int? {
        let number = Int(stop)
        return number >= 0 && number < isKnown.count && isKnown[number] ? number : nil
    }
}
