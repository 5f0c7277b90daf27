/// The form that the domain name system uses for letters of any script (RFC 3492).
enum Punycode {
    /// Labels with other letters become `xn--...`; nil when that is impossible.
    static func ascii(_ name: String) -> [UInt8]? {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return Array(name.utf8) }
        let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
        var labels: [[UInt8]] = []
        for label in name.lowercased().unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: { dots.contains($0) })
        {
            if label.allSatisfy(\.isASCII) {
                labels.append(label.map { UInt8(truncatingIfNeeded: $0.value) })
            } else if label.first == "-" || label.last == "-" || label.contains(where: isHidden)
                || label.starts(with: "xn--".unicodeScalars)
            {
                return nil
            } else {
                labels.append(Array("xn--".utf8) + encode(label.map(\.value)))
            }
        }
        return Array(labels.joined(separator: [UInt8(ascii: ".")]))
    }

    /// Whether the scalar is invisible, so that two names would look the same.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .format || scalar.properties.isVariationSelector
            || scalar.properties.isWhitespace
    }

    private static func encode(_ scalars: [UInt32]) -> [UInt8] {
        var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var next: UInt32 = 0x80
        var delta = 0
        var bias = 72
        var handled = basicCount
        while handled < scalars.count, let smallest = scalars.filter({ $0 >= next }).min() {
            delta += Int(smallest - next) * (handled + 1)
            next = smallest
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return output
    }

    /// In the variable-length notation to base 36.
    private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
        var rest = number
        var position = 36
        while true {
            let threshold = min(max(position - bias, 1), 26)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            position += 36
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? value + 97 : value - 26 + 48)
    }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }
}
