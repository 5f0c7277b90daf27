/// An instant as written in RFC 3339, in whole seconds: `2026-11-21T08:00:00+11:00`.
package enum Timestamp {
    /// - Parameters:
    ///   - seconds: seconds since 1970, in UTC.
    ///   - offset: the number of seconds that the clock is ahead of UTC; nil for UTC itself,
    ///     written as `Z`.
    package static func text(_ seconds: Int, offset: Int? = nil) -> String {
        var bytes: [UInt8] = []
        append(seconds, offset: offset, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Without a string for each part.
    package static func append(_ seconds: Int, offset: Int?, to bytes: inout [UInt8]) {
        func two(_ mark: Unicode.Scalar, _ number: Int) {
            bytes.append(UInt8(ascii: mark))
            digits(number, count: 2, to: &bytes)
        }
        let local = seconds + (offset ?? 0)
        let time = ((local % 86_400) + 86_400) % 86_400
        let date = ServiceDate(dayNumber: (local - time) / 86_400)
        digits(date.year, count: 4, to: &bytes)
        two("-", date.month)
        two("-", date.day)
        two("T", time / 3600)
        two(":", time / 60 % 60)
        two(":", time % 60)
        guard let offset else { return bytes.append(UInt8(ascii: "Z")) }
        two(offset < 0 ? "-" : "+", abs(offset) / 3600)
        two(":", abs(offset) / 60 % 60)
    }

    package static func digits(_ number: Int, count: Int, to bytes: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<count { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}
