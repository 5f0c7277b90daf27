package import FeedReading
import GTFSSchedule

/// The step to which `shape_dist_traveled` is rounded, in the feed's unit: `--round-distances`.
package struct DistanceStep: Sendable, Equatable, CustomStringConvertible {
    /// The step is this number over `scale`, a power of ten.
    private let numerator: Int64
    private let scale: Int64

    /// Reads a step as a person wrote it, such as 0.1 or 25: above 0, with at most six decimals.
    package init(text: String) throws(UnusableValue) {
        let wanted = "want a step such as 0.1 or 25, from 0.000001 to 1000000"
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : ""
        guard 1...2 ~= parts.count, text.utf8.allSatisfy({ $0 == 46 || 48...57 ~= $0 }),
            text.utf8.count <= 14, decimals.count <= 6,
            var numerator = Int64(parts[0] + decimals), numerator > 0
        else { throw UnusableValue(wanted) }
        var scale: Int64 = 1
        for _ in decimals { scale *= 10 }
        while scale > 1, numerator % 10 == 0 {
            numerator /= 10
            scale /= 10
        }
        guard numerator <= 1_000_000 * scale else { throw UnusableValue(wanted) }
        self.numerator = numerator
        self.scale = scale
    }

    /// The step without superfluous zeros: one text for one step.
    package var description: String {
        guard scale > 1 else { return "\(numerator)" }
        return "\(numerator / scale)." + "\(scale + numerator % scale)".dropFirst()
    }

    /// The nearest multiple of the step, as the double that its decimals mean; halves round away
    /// from 0. A distance too large to have such digits stays as it is.
    package func rounded(_ distance: Double) -> Double {
        let steps = (distance * Double(scale) / Double(numerator)).rounded()
        guard abs(steps) * Double(numerator) < 0x1p50 else { return distance }
        return Double(Int64(steps) * numerator) / Double(scale)
    }
}

extension FeedFilter {
    /// A distance as the bundle stores it; NaN (blank) where there is none.
    func kept(distance: Double) -> Double {
        if without.contains(.distances) { return .nan }
        return distanceStep?.rounded(distance) ?? distance
    }
}
