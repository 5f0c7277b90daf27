/// On which side of a line a point lies, exactly enough that touching zones do not seem to cross.
enum Orientation {
    /// Positive when `point` is to the left of the way from `from` to `to`, negative to the right,
    /// 0 on the line.
    static func of(_ point: Zone.Point, from: Zone.Point, to: Zone.Point) -> Int {
        let left = (from.x - point.x) * (to.y - point.y)
        let right = (from.y - point.y) * (to.x - point.x)
        let difference = left - right
        // Beyond this bound rounding cannot have changed the sign.
        let bound = 4 * Double.ulpOfOne * (left.magnitude + right.magnitude)
        if difference > bound { return 1 }
        if difference < -bound { return -1 }
        return precise(point, from, to)
    }

    /// The same with twice the digits.
    private static func precise(
        _ point: Zone.Point, _ from: Zone.Point, _ to: Zone.Point
    ) -> Int {
        let left = DoubleDouble(from.x, minus: point.x) * DoubleDouble(to.y, minus: point.y)
        let right = DoubleDouble(from.y, minus: point.y) * DoubleDouble(to.x, minus: point.x)
        return left.compare(right)
    }

    /// A number as the sum of two, the second of which is what rounding left over.
    private struct DoubleDouble {
        let high: Double
        let low: Double

        init(_ left: Double, minus right: Double) {
            high = left - right
            let part = high - left
            low = (left - (high - part)) - (right + part)
        }

        private init(high: Double, low: Double) {
            self.high = high
            self.low = low
        }

        static func * (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
            let product = left.high * right.high
            let rest = (-product).addingProduct(left.high, right.high)
            return DoubleDouble(
                high: product, low: rest + (left.high * right.low + left.low * right.high))
        }

        /// 1 when this is the larger, -1 when it is the smaller, 0 when both are equal.
        func compare(_ other: DoubleDouble) -> Int {
            let highs = DoubleDouble(high, minus: other.high)
            let difference = highs.high + (highs.low + (low - other.low))
            return difference > 0 ? 1 : difference < 0 ? -1 : 0
        }
    }
}
