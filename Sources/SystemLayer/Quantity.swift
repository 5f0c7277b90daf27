package enum Quantity {
    /// `1,234,567`.
    package static func count(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (position, digit) in digits.enumerated() {
            if position > 0, (digits.count - position) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + text
    }

    /// `1 run`, `1,234 runs`: every text that counts things goes through it.
    package static func count(_ number: Int, _ thing: String) -> String {
        "\(count(number)) \(number == 1 ? thing : thing + "s")"
    }

    /// `2.53 MB`; MB means 10^6 bytes.
    package static func bytes(_ number: Int) -> String {
        let units: [(factor: Double, name: String)] = [(1e9, "GB"), (1e6, "MB"), (1e3, "KB")]
        for unit in units where Double(number) >= unit.factor {
            return decimal(Double(number) / unit.factor, digits: 2) + " " + unit.name
        }
        return "\(number) bytes"
    }

    /// `3.14`, with the given number of digits after the point.
    package static func decimal(_ number: Double, digits: Int) -> String {
        var factor = 1.0
        for _ in 0..<digits { factor *= 10 }
        let scaled = Int((number.magnitude * factor).rounded())
        let fraction = String(scaled % Int(factor))
        let whole = count(scaled / Int(factor))
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return sign + whole }
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(sign)\(whole).\(zeros)\(fraction)"
    }
}
