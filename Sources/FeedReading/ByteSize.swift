/// A number of bytes as people write it: `20MB`, `1.5 GiB`, `300000`. MB means 10^6 bytes.
package struct ByteSize: Hashable, Sendable {
    package let bytes: Int

    private static let units: [String: Int] = [
        "": 1, "b": 1,
        "k": 1000, "kb": 1000, "m": 1_000_000, "mb": 1_000_000,
        "g": 1_000_000_000, "gb": 1_000_000_000,
        "t": 1_000_000_000_000, "tb": 1_000_000_000_000,
        "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
    ]

    package init(bytes: Int) {
        self.bytes = bytes
    }

    /// Nil when the text is no size, or none above zero.
    package init?(text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
        guard let factor = Self.units[unit], let number = Double(digits),
            let bytes = Int(exactly: (number * Double(factor)).rounded()), bytes > 0
        else { return nil }
        self.bytes = bytes
    }
}
