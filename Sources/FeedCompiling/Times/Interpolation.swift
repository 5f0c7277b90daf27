import BundleCodec
import SystemLayer

/// Times for the stops of a trip that have none in the feed.
///
/// The vehicle is assumed to move at a constant speed between two timed stops: along the shape
/// distances when all stops between have them, else along straight lines from stop to stop; where
/// neither tells stops apart, each leg takes the same time. Times are rounded to the second. Stops
/// before the first or after the last timed one, and rows of flexible services, get none.
package enum Interpolation {
    package struct Position {
        package let latitude: Double
        package let longitude: Double

        /// Nil for one that is not on the globe: no distance leads there.
        package init?(latitude: Double, longitude: Double) {
            guard Globe.contains(latitude: latitude, longitude: longitude) else { return nil }
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// By row, nil where the feed has a time or none can be found; nil as a whole when there is
    /// none.
    package static func times(
        _ rows: UnsafeBufferPointer<StopTimeRow>, isFlexible: (_ flex: Int32) -> Bool,
        position: (_ stop: Int32) -> Position?
    ) -> [Int32?]? {
        var result: [Int32?]?
        var anchor: Int?
        for index in rows.indices where rows[index].isTimed {
            if let previous = anchor, index - previous > 1 {
                fill(
                    rows, from: previous, to: index, isFlexible: isFlexible, position: position,
                    into: &result)
            }
            anchor = index
        }
        return result
    }

    private static func fill(
        _ rows: UnsafeBufferPointer<StopTimeRow>, from first: Int, to last: Int,
        isFlexible: (Int32) -> Bool, position: (Int32) -> Position?, into result: inout [Int32?]?
    ) {
        // A row without a stop, or with a window, is not a place that the vehicle passes at some
        // time.
        let stops = (first...last).filter {
            rows[$0].stop != 0 && (rows[$0].flex == 0 || !isFlexible(rows[$0].flex))
        }
        guard stops.count > 2, stops.first == first, stops.last == last else { return }
        let start = rows[first].leaving
        let end = rows[last].arriving
        guard end >= start else { return }
        let passed = legs(rows, between: stops, position: position)
        let total = passed.last ?? 0
        var times = result ?? Array(repeating: nil, count: rows.count)
        for (number, index) in stops.enumerated() where index != first && index != last {
            let part =
                total > 0 ? passed[number] / total : Double(number) / Double(stops.count - 1)
            times[index] = start + Int32((Double(end - start) * part).rounded())
        }
        result = times
    }

    private static func legs(
        _ rows: UnsafeBufferPointer<StopTimeRow>, between stops: [Int],
        position: (Int32) -> Position?
    ) -> [Double] {
        let published = stops.map { rows[$0].distance }
        let grows = zip(published, published.dropFirst()).allSatisfy { $0 <= $1 }
        if grows, let first = published.first, let last = published.last, last > first,
            last - first < .infinity
        {
            return published.map { $0 - first }
        }
        var total = 0.0
        var passed = [0.0]
        var previous = position(rows[stops[0]].stop)
        for index in stops.dropFirst() {
            let here = position(rows[index].stop)
            guard let from = previous, let here else { return stops.map { _ in 0 } }
            total += meters(from, here)
            previous = here
            passed.append(total)
        }
        return passed
    }

    /// Great-circle distance on a sphere of 6,371,008.8 m radius.
    package static func meters(_ from: Position, _ to: Position) -> Double {
        let radians = Double.pi / 180
        let latitude = (to.latitude - from.latitude) * radians / 2
        let longitude = (to.longitude - from.longitude) * radians / 2
        let chord =
            Double.sin(latitude) * Double.sin(latitude)
            + Double.cos(from.latitude * radians) * Double.cos(to.latitude * radians)
            * Double.sin(longitude) * Double.sin(longitude)
        return 2 * 6_371_008.8 * Double.asin(min(1, chord.squareRoot()))
    }
}
