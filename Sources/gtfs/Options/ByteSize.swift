import ArgumentParser

/// A number of bytes as people write it: `20MB`, `1.5 GiB`, `300000`. MB means 10^6 bytes.
struct ByteSize: ExpressibleByArgument, Hashable {
    let bytes: Int

    private static let units: [String: Int] = [
        "": 1, "b": 1,
        "k": 1000, "kb": 1000, "m": 1_000_000, "mb": 1_000_000,
        "g": 1_000_000_000, "gb": 1_000_000_000,
        "t": 1_000_000_000_000, "tb": 1_000_000_000_000,
        "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
    ]

    init(bytes: Int) {
        self.bytes = bytes
    }

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let unit = argument[digits.endIndex...].drop { $0 == " " }.lowercased()
        guard let factor = Self.units[unit], let number = Double(digits),
            let bytes = Int(exactly: (number * Double(factor)).rounded()), bytes > 0
        else { return nil }
        self.bytes = bytes
    }

    /// The number alone, as it is shown for a default.
    var defaultValueDescription: String { "\(bytes)" }
}
