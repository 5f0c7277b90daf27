/// The order in which people look for names with numbers: "2" before "10", "T2" before "T10", case
/// ignored.
enum NaturalOrder {
    static func isLess(_ left: String, _ right: String) -> Bool {
        switch compare(left, right) {
        case 0: left < right
        case let order: order < 0
        }
    }

    /// Negative, zero or positive. Zero also for texts that differ in case or leading zeros only.
    private static func compare(_ left: String, _ right: String) -> Int {
        var left = Substring(left).utf8
        var right = Substring(right).utf8
        while let first = left.first, let second = right.first {
            if isDigit(first), isDigit(second) {
                let order = compareNumbers(takeNumber(&left), takeNumber(&right))
                if order != 0 { return order }
            } else {
                let (one, other) = (folded(first), folded(second))
                if one != other { return one < other ? -1 : 1 }
                left.removeFirst()
                right.removeFirst()
            }
        }
        return left.isEmpty ? (right.isEmpty ? 0 : -1) : 1
    }

    /// Takes the digits at the beginning, without leading zeros: numbers may be too long for `Int`.
    private static func takeNumber(_ text: inout Substring.UTF8View) -> Substring.UTF8View {
        let digits = text.prefix(while: isDigit)
        text = text.dropFirst(digits.count)
        return digits.drop { $0 == UInt8(ascii: "0") }
    }

    private static func compareNumbers(
        _ left: Substring.UTF8View, _ right: Substring.UTF8View
    ) -> Int {
        if left.count != right.count { return left.count < right.count ? -1 : 1 }
        if left.elementsEqual(right) { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
