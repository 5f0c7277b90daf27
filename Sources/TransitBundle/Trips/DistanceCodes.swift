import GRDB

/// Reads the distances of a trip or of a part of a shape; see `distances` in `schema/bundle.sql`.
struct DistanceCodes {
    private let base: Double
    private let scale: Double
    private let width: Int
    private let isCurved: Bool
    private let codes: [UInt8]

    /// Nil when the numbers are none that a bundle has.
    init?(base: Int?, scale: Int?, width: Int?, isCurved: Bool, codes: [UInt8]?) {
        guard let base, let scale, let width, let codes, scale > 0, 1...6 ~= width else {
            return nil
        }
        self.base = Double(base)
        self.scale = Double(scale)
        self.width = width
        self.isCurved = isCurved
        self.codes = codes
    }

    /// The distance at a position from 0 on, in the feed's unit; nil where the feed is blank.
    subscript(position: Int) -> Double? {
        let (start, overflows) = position.multipliedReportingOverflow(by: width)
        guard !overflows, position >= 0, start <= codes.count - width else { return nil }
        let number = codes[start..<start + width].reduce(0) { $0 << 8 | Int($1) }
        guard number > 0 else { return nil }
        let code = number - 1
        guard isCurved else { return (base + Double(code)) / scale }
        guard code >= Self.octave else { return Double(code) / scale }
        return Double((Self.octave + code % Self.octave) << (code / Self.octave - 1)) / scale
    }

    private static let octave = 5120
}
