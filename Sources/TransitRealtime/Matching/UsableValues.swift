import GTFSRealtime
import TransitBundle
import TransitModel

/// A producer's 0 for "none" and milliseconds are as common as correct values.
package enum UsableValues {
    package static let day = 86_400

    /// The seconds since 1970. 13 digits are milliseconds; 0, negative numbers and other lengths
    /// are not instants.
    package static func instant(_ time: (some BinaryInteger)?) -> Int? {
        guard let time, let number = Int(exactly: time) else { return nil }
        if 1..<100_000_000_000 ~= number { return number }
        guard 1_000_000_000_000..<10_000_000_000_000 ~= number else { return nil }
        return number / 1000
    }

    /// In seconds, at most a day.
    package static func delay(_ delay: Int32?) -> Int? {
        delay.map(Int.init).flatMap { abs($0) <= RealtimeLimits.longestDelay ? $0 : nil }
    }

    /// In days since 1970-01-01, from `YYYYMMDD`: one of the years that a bundle may have.
    package static func day(_ text: String?) -> Int? {
        guard let text, text.utf8.count == 8, text.utf8.allSatisfy(isDigit),
            let number = Int32(text), 1900_01_01...2200_12_31 ~= number
        else { return nil }
        return ServiceDate(yyyymmdd: number)?.dayNumber
    }

    /// In seconds of the service day, from `H:MM:SS`; hours have one to three digits, seconds may
    /// be missing.
    package static func time(_ text: String?) -> Int? {
        guard
            let parts = text?.utf8.split(
                separator: UInt8(ascii: ":"), omittingEmptySubsequences: false),
            2...3 ~= parts.count, 1...3 ~= parts[0].count,
            parts.dropFirst().allSatisfy({ $0.count == 2 }),
            parts.allSatisfy({ $0.allSatisfy(isDigit) })
        else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1) - 48 } }
        let seconds = numbers.count == 3 ? numbers[2] : 0
        guard numbers[1] < 60, seconds < 60 else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + seconds
    }

    /// As a producer wrote it: 52.52, not the nearest number that fits in 32 bits.
    static func decimal(_ number: Float?) -> Double? {
        number.flatMap { $0.isFinite ? Double($0.description) : nil }
    }

    package static func id(_ text: String?) -> String? {
        text.flatMap { 1...TripTimetable.longestID ~= $0.utf8.count ? $0 : nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }
}
