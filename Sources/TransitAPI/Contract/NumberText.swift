import GTFSSchedule

/// Numbers as queries write them: ASCII digits without leading zeros, so that each value has only
/// one text.
package enum NumberText {
    static func integer(_ text: String) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        guard isNumber(digits), digits != "0" || digits.endIndex == text.endIndex else {
            return nil
        }
        return Int(text)
    }

    static func degrees(_ text: String, bounds: [Double]) -> [Double]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == bounds.count else { return nil }
        var degrees: [Double] = []
        for (part, bound) in zip(parts, bounds) {
            guard let number = decimal(part), -bound...bound ~= number else { return nil }
            degrees.append(number)
        }
        return degrees
    }

    /// The shortest text of a number of degrees, with ``mostDecimals`` at most. Reading it gives
    /// the same number, unless that is almost zero.
    package static func degrees(_ number: Double) -> String {
        let text = "\(number.magnitude)"
        let parts = text.split(separator: "e")
        let exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
        var whole = String(parts[0].prefix { $0 != "." })
        var decimals = String(parts[0].drop { $0 != "." }.dropFirst())
        // Degrees are written with an exponent only where they are tiny.
        if exponent < 0 {
            decimals = String(repeating: "0", count: -exponent - 1) + whole + decimals
            whole = "0"
        }
        var digits = decimals.prefix(mostDecimals)
        while digits.last == "0" { digits.removeLast() }
        let sign = number < 0 && (whole != "0" || !digits.isEmpty) ? "-" : ""
        return sign + whole + (digits.isEmpty ? "" : ".\(digits)")
    }

    package static func degrees(_ numbers: [Double]) -> String {
        numbers.map(degrees).joined(separator: ",")
    }

    private static let mostDecimals = 20

    /// With at most twenty decimals, such as `-33.86`.
    private static func decimal(_ text: Substring) -> Double? {
        let digits = text.first == "-" ? text.dropFirst() : text
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard isNumber(parts[0]), parts[0].utf8.count <= 3 else { return nil }
        if parts.count == 2 {
            guard 1...mostDecimals ~= parts[1].utf8.count, isDigits(parts[1]) else { return nil }
        }
        return Double(text)
    }

    /// `5400`, `5400s`, `90m`, `2h` or `1h30m`: from one to those of a day.
    static func duration(_ text: String) -> Int? {
        guard text.utf8.count <= 6 else { return nil }
        var rest = text[...]
        func bounded(_ seconds: Int) -> Int? { 1...86_400 ~= seconds ? seconds : nil }
        func number(before unit: Character) -> Int? {
            guard let end = rest.firstIndex(of: unit), isNumber(rest[..<end]),
                let number = Int(rest[..<end]), number > 0
            else { return nil }
            rest = rest[rest.index(after: end)...]
            return number
        }
        let hours = number(before: "h")
        let minutes = number(before: "m")
        guard hours == nil, minutes == nil else {
            guard rest.isEmpty, hours == nil || minutes ?? 0 < 60 else { return nil }
            return bounded((hours ?? 0) * 3600 + (minutes ?? 0) * 60)
        }
        if rest.last == "s" { rest.removeLast() }
        return isNumber(rest) ? Int(rest).flatMap(bounded) : nil
    }

    static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isDigit)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    static func isCursorByte(_ byte: UInt8) -> Bool {
        // Bit 5 makes capital letters small.
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        isDigits(text) && (text.utf8.first != UInt8(ascii: "0") || text.utf8.count == 1)
    }
}
