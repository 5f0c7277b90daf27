/// On which side of a line a point lies, right even where rounding would decide otherwise.
enum ExactOrientation {
    /// 1 when a, b, c turn left, -1 when they turn right, 0 when they lie on one line.
    static func sign(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Int {
        let left = (a.x - c.x) * (b.y - c.y)
        let right = (a.y - c.y) * (b.x - c.x)
        let quick = left - right
        // The error of the quick way is far below this share of its terms.
        if abs(quick) > 1e-15 * (abs(left) + abs(right)) { return quick > 0 ? 1 : -1 }
        return exact(a, b, c)
    }

    private static func exact(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Int {
        let left = product(difference(a.x, c.x), difference(b.y, c.y))
        let right = product(difference(a.y, c.y), difference(b.x, c.x))
        let high = left.high - right.high
        let value = high != 0 ? high + (left.low - right.low) : left.low - right.low
        return value > 0 ? 1 : value < 0 ? -1 : 0
    }

    /// A number as the sum of two, of which the second holds what the first has no room for.
    private typealias Pair = (high: Double, low: Double)

    private static func difference(_ a: Double, _ b: Double) -> Pair {
        let high = a - b
        let part = high - a
        return (high, (a - (high - part)) - (b + part))
    }

    private static func product(_ a: Pair, _ b: Pair) -> Pair {
        let high = a.high * b.high
        let error = (-high).addingProduct(a.high, b.high)
        let low = error + (a.high * b.low + a.low * b.high)
        let sum = high + low
        return (sum, low - (sum - high))
    }
}
