import GTFSSchedule

/// Distances along a trip or a shape, as fixed-width integers in a blob that plain SQL can read.
///
/// Each value takes `width` bytes, big-endian; 0 is a blank, any other number is code + 1, and
///
///     linear:  distance = (base + code) / scale
///     curved:  distance = F(code) / scale,  F(c) = c                              c < 5120
///                                           F(c) = (5120 + c % 5120) << (c / 5120 - 1)
///
/// A linear list is exact to the decimals that the feed gave, when they are six at the most and
/// four bytes hold them; with more it is rounded to 0.01 of the feed's unit. A curved list takes
/// two bytes a value and is exact to 1/scale at the start and to 1 in 10,000 of the value further
/// on; it is for feeds in which every trip has distances of its own.
package struct DistanceList: Equatable {
    package var base: Int64 = 0
    package var scale: Int64 = 1
    package var width = 2
    package var isCurved = false
    package var codes: [UInt8] = []

    /// A distance as the feed wrote it.
    package struct Value: BitwiseCopyable {
        /// NaN when the cell was blank.
        package var distance: Double
        /// Digits after the point; 255 when they could not be counted. As wide as the distance, so
        /// that a list's memory has no gaps and can be hashed as it is.
        package var decimals: UInt

        package static let blank = Value(distance: .nan, decimals: 0)

        package init(distance: Double, decimals: UInt) {
            self.distance = distance
            self.decimals = decimals
        }
    }

    /// Distances beyond this are no distances on Earth, in whatever unit.
    package static let largest = 1e12

    private static let widths = [2, 3, 4, 6]
    private static let octave: Int64 = 5120
    /// F of the largest code of two bytes.
    private static let largestCurved = (octave + 65534 % octave) << (65534 / octave - 1)

    /// Nil when no value is there.
    package init?(_ values: some Collection<Value>, prefersCurve: Bool = false) {
        var smallest = Double.infinity
        var largest = -Double.infinity
        var decimals: UInt = 0
        for value in values where !value.distance.isNaN {
            smallest = min(smallest, value.distance)
            largest = max(largest, value.distance)
            decimals = max(decimals, value.decimals)
        }
        guard smallest <= largest else { return nil }
        if prefersCurve, smallest >= 0, let scale = Self.curveScale(largest) {
            self.scale = scale
            isCurved = true
            codes.reserveCapacity(values.count * 2)
            for value in values { append(value.distance.isNaN ? 0 : curveCode(value) + 1) }
            return
        }
        if decimals > 6 || !chooseLinear(smallest, largest, decimals: Int(decimals), upTo: 4) {
            // Twelve digits at 0.01 fit six bytes: `largest` sees to it.
            _ = chooseLinear(smallest, largest, decimals: 2, upTo: 6)
        }
        codes.reserveCapacity(values.count * width)
        for value in values {
            append(value.distance.isNaN ? 0 : rounded(value.distance) - base + 1)
        }
    }

    private mutating func chooseLinear(
        _ smallest: Double, _ largest: Double, decimals: Int, upTo widest: Int
    ) -> Bool {
        scale = 1
        for _ in 0..<decimals { scale *= 10 }
        base = rounded(smallest)
        if base > 0, rounded(largest) < 65534 { base = 0 }
        let span = rounded(largest) - base + 1
        guard let fitting = Self.widths.first(where: { span < Int64(1) << (8 * Int64($0)) }),
            fitting <= widest
        else { return false }
        width = fitting
        return true
    }

    private func rounded(_ distance: Double) -> Int64 {
        Int64((distance * Double(scale)).rounded())
    }

    private static func curveScale(_ largest: Double) -> Int64? {
        var scale: Int64 = 1_000_000
        while scale >= 100 {
            if largest * Double(scale) <= Double(largestCurved) { return scale }
            scale /= 10
        }
        return nil
    }

    private func curveCode(_ value: Value) -> Int64 {
        let target = rounded(value.distance)
        if target < Self.octave { return target }
        // The octave whose mantissa the target has: target >> shift lies in 5120 ..< 10240.
        var shift: Int64 = 0
        while target >> shift >= 2 * Self.octave { shift += 1 }
        let half = shift > 0 ? Int64(1) << (shift - 1) : 0
        let mantissa = (target + half) >> shift
        // Rounding up may reach the next octave, whose first code this then is.
        return mantissa - Self.octave + (shift + 1) * Self.octave
    }

    private mutating func append(_ code: Int64) {
        for shift in (0..<width).reversed() {
            codes.append(UInt8(truncatingIfNeeded: code >> (8 * Int64(shift))))
        }
    }

    /// How many values there are, blanks among them.
    package var count: Int { codes.count / width }

    /// The distance at a position from 0 on; nil when it was blank.
    package subscript(position: Int) -> Double? {
        var code: Int64 = 0
        for byte in codes[position * width..<(position + 1) * width] {
            code = code << 8 | Int64(byte)
        }
        guard code > 0 else { return nil }
        code -= 1
        if isCurved {
            let value =
                code < Self.octave
                ? code : (Self.octave + code % Self.octave) << (code / Self.octave - 1)
            return Double(value) / Double(scale)
        }
        return Double(base + code) / Double(scale)
    }
}

extension DistanceList.Value {
    /// Reads a cell; nil when it is not a number of a distance's size.
    init?(cell: UnsafeRawBufferPointer) {
        if let (distance, fraction) = CellText.plainDecimal(cell) {
            guard abs(distance) < DistanceList.largest else { return nil }
            self.init(distance: distance, decimals: UInt(fraction))
            return
        }
        guard let distance = CellText.decimal(cell), abs(distance) < DistanceList.largest else {
            return nil
        }
        var decimals = 0
        var index = cell.count - 1
        while index >= 0, cell[index] != UInt8(ascii: ".") {
            let isDigit = cell[index] &- 48 < 10
            decimals = isDigit ? decimals + 1 : 255
            guard isDigit else { break }
            index -= 1
        }
        // No point at all: every byte was counted.
        if index < 0 { decimals = 0 }
        self.init(distance: distance, decimals: UInt(min(decimals, 255)))
    }
}
