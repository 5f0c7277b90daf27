/// Reads the characters of `timing.departures` and its sister columns, as `unicode(substr())` of
/// SQL gives them.
enum TimingCode {
    /// The offset from the trip's origin in seconds; nil where no time was published.
    ///
    /// - Parameters:
    ///   - scalar: the character; nil when the list is shorter or missing.
    ///   - unit: `timing.unit`, negative when characters stand above the gaps of Unicode.
    static func offset(_ scalar: Int?, unit: Int) -> Int? {
        guard let scalar, scalar > 1 else { return nil }
        var code = scalar - 2
        if unit < 0 {
            if scalar >= 0xE000 { code -= 0x800 }
            if scalar >= 0x10000 { code -= 2 }
        }
        // A damaged unit must not overflow: no trip is as long.
        let (offset, overflows) = code.multipliedReportingOverflow(by: abs(max(unit, -1_000_000)))
        return overflows || offset > 1_000_000_000 ? nil : offset
    }
}
