/// A list of numbers as a bundle stores it: exact, in few bytes, readable by plain SQL.
///
/// `distances` and `shape_chunk` have such lists. Each number takes `width` bytes, as its
/// ``NumberCodes`` write it; 0 is a blank, anything else is a code plus one:
///
///     bytes, width 3    00 00 00 | 00 00 01 | 00 30 3A | ...
///     digits, width 3   00 00 00 | 00 00 01 | 01 23 46 | ...
///                       blank    | code 0   | code 12345
///
///     scale above 0     number = (base + code) / scale
///     scale 0           the code is the number: the 64 bits of an IEEE 754 double
///
/// The scale is a power of ten for numbers with a few decimals. Numbers with more digits than a
/// decimal fraction of that size can have, such as 0.30000000000000004, are fractions over a power
/// of two, as all doubles are. Both sides of the division are exact as doubles, so the division
/// gives exactly the double that was packed, here and in SQL. A list that fits neither form,
/// because its numbers are too far apart (1e-300 beside 1), contains the doubles themselves.
package struct PackedNumbers: Equatable, Sendable {
    package let base: Int64
    package let scale: Int64
    package let width: Int
    package let codes: [UInt8]
    private let form: NumberCodes

    package enum Number: Equatable {
        /// The number times the list's scale, which is a power of ten: its decimals.
        case decimal(Int64)
        case real(Double)
    }

    /// NaN is a blank; nil when all are blank.
    package init?(_ numbers: [Double], as form: NumberCodes) {
        guard numbers.contains(where: { !$0.isNaN }) else { return nil }
        let fractions = Fractions.decimal(numbers, form)
        var best = fractions
        // With two bytes a number there is nothing left to gain.
        if fractions.map({ $0.width > 2 }) ?? true, let binary = Fractions.binary(numbers, form),
            binary.width < fractions?.width ?? .max
        {
            best = binary
        }
        self.form = form
        base = best?.base ?? 0
        scale = best?.scale ?? 0
        width = best?.width ?? form.doubleWidth
        var codes: [UInt8] = []
        codes.reserveCapacity(numbers.count * width)
        for number in numbers {
            var code: UInt64 = 0
            if let best, let integer = Fractions.integer(number, scale: best.scale) {
                code = UInt64(bitPattern: integer &- best.base) &+ 1
            } else if !number.isNaN {
                code = number.bitPattern &+ 1
            }
            form.append(code, width: width, isDouble: best == nil, to: &codes)
        }
        self.codes = codes
    }

    /// Nil when the columns have no list. Where lists are in either form, it is digits, and a width
    /// below 0 says bytes.
    package init?(
        base: Int64?, scale: Int64?, width: Int64?, codes: [UInt8]?, as form: NumberCodes,
        count: Int
    ) throws(DamagedEncoding) {
        if base == nil, scale == nil, width == nil, codes?.isEmpty ?? true { return nil }
        guard let base, let scale, let width, let codes else {
            throw DamagedEncoding(.numbers, "a part is missing")
        }
        self.base = base
        self.scale = scale
        let isInBytes = form == .digits && width < 0
        if isInBytes, scale == 0 {
            throw DamagedEncoding(.numbers, "doubles of \(width) bytes")
        }
        self.width = Int(clamping: isInBytes ? 0 - max(width, -Int64.max) : width)
        self.codes = codes
        self.form = isInBytes ? .bytes : form
        try check(count)
    }

    /// Below 0 for bytes, in a column whose lists are in either form.
    package var signedWidth: Int { form == .bytes ? -width : width }

    package var count: Int { codes.count / width }

    /// Counted from 0; nil when blank, or beyond the end.
    package subscript(position: Int) -> Double? {
        number(at: position).map { number in
            switch number {
            case .decimal(let integer): Double(integer) / Double(scale)
            case .real(let real): real
            }
        }
    }

    /// Counted from 0; decimals if the list has the number's.
    package func number(at position: Int) -> Number? {
        guard 0..<count ~= position, var code = code(at: position), code != 0 else { return nil }
        code &-= 1
        guard scale > 0 else { return .real(Double(bitPattern: code)) }
        let integer = base + Int64(code)
        // With more digits, several decimals may mean the same double, and the shortest are the
        // feed's.
        guard integer.magnitude < 1_000_000_000_000_000, Fractions.powersOfTen.contains(scale)
        else { return .real(Double(integer) / Double(scale)) }
        return .decimal(integer)
    }

    private func code(at position: Int) -> UInt64? {
        codes.withUnsafeBytes {
            let code = UnsafeRawBufferPointer(
                rebasing: $0[position * width..<(position + 1) * width])
            return form.code(code, isDouble: scale == 0)
        }
    }

    private func check(_ count: Int) throws(DamagedEncoding) {
        func damage(_ fault: String, at place: Int? = nil) -> DamagedEncoding {
            DamagedEncoding(.numbers, fault, at: place)
        }
        guard 2...form.doubleWidth ~= width, codes.count % width == 0 else {
            throw damage("\(codes.count) bytes for numbers of \(width) bytes")
        }
        guard self.count == count else { throw damage("\(self.count) instead of \(count)") }
        guard scale >= 0, base.magnitude < 1 << 62 else {
            throw damage("the scale is \(scale) and the base \(base)")
        }
        if scale == 0, width != form.doubleWidth { throw damage("doubles of \(width) bytes") }
        // Fewer bytes of eight bits can have no other codes.
        guard form == .digits || width == 8 else { return }
        for place in 0..<count {
            let code = code(at: place)
            guard code != 0 else { continue }
            let isNumber = code.map {
                scale == 0 ? Double(bitPattern: $0 &- 1).isFinite : $0 &- 1 < 1 << 62
            }
            guard isNumber == true else {
                throw damage("a code is not one of a number", at: place)
            }
        }
    }
}

private struct Fractions {
    let base: Int64
    let scale: Int64
    let width: Int

    /// All that are exact both as doubles and as SQLite's integers.
    static let powersOfTen: [Int64] = (0...18).map { power in
        (0..<power).reduce(1) { product, _ in product * 10 }
    }

    /// Numerators stay below this, so that differences of two of them also fit.
    private static let limit = 0x1p61

    static func decimal(_ numbers: [Double], _ form: NumberCodes) -> Fractions? {
        var power = 0
        for number in numbers where !number.isNaN {
            while integer(number, scale: powersOfTen[power]) == nil {
                power += 1
                guard power < powersOfTen.count else { return nil }
            }
        }
        return Fractions(numbers, scale: powersOfTen[power], form)
    }

    static func binary(_ numbers: [Double], _ form: NumberCodes) -> Fractions? {
        var power = 0
        for number in numbers where number.isFinite && number != 0 {
            // The place of the last bit that is set.
            power = max(power, number.significandWidth - Int(number.exponent))
        }
        return power <= 61 ? Fractions(numbers, scale: 1 << Int64(power), form) : nil
    }

    private init?(_ numbers: [Double], scale: Int64, _ form: NumberCodes) {
        var smallest = Int64.max
        var largest = Int64.min
        for number in numbers where !number.isNaN {
            guard let integer = Self.integer(number, scale: scale) else { return nil }
            smallest = min(smallest, integer)
            largest = max(largest, integer)
        }
        let width = form.width(largest - smallest + 1)
        // A base of 0 takes no byte.
        let needsNoBase = smallest > 0 && form.width(largest + 1) == width
        base = needsNoBase ? 0 : smallest
        self.scale = scale
        self.width = width
    }

    /// The numerator; nil when the fraction would be another double, for example -0 for 0.
    static func integer(_ number: Double, scale: Int64) -> Int64? {
        let numerator = (number * Double(scale)).rounded()
        // Also false for NaN.
        guard abs(numerator) < limit else { return nil }
        let integer = Int64(numerator)
        let fraction = Double(integer) / Double(scale)
        return fraction.bitPattern == number.bitPattern ? integer : nil
    }
}
