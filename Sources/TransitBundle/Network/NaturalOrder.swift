/// The order in which people look for names with numbers: "2" before "10", "T2" before "T10", case
/// ignored.
enum NaturalOrder {
    static func isLess(_ left: String, _ right: String) -> Bool {
        let leftKey = key(left)
        let rightKey = key(right)
        return leftKey == rightKey ? left < right : leftKey.lexicographicallyPrecedes(rightKey)
    }

    /// Bytes that compare like the text in natural order.
    ///
    /// A number is written as the digit 0, how many digits it has in two bytes, and its digits
    /// without leading zeros; a capital letter as a small one.
    static func key(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var key: [UInt8] = []
        key.reserveCapacity(bytes.count + 4)
        var next = 0
        while next < bytes.count {
            guard isDigit(bytes[next]) else {
                key.append(folded(bytes[next]))
                next += 1
                continue
            }
            let end = bytes[next...].firstIndex { !isDigit($0) } ?? bytes.count
            let digits = bytes[next..<end].drop { $0 == UInt8(ascii: "0") }
            let length = UInt16(clamping: digits.count)
            key += [UInt8(ascii: "0"), UInt8(length >> 8), UInt8(length & 0xFF)]
            key += digits
            next = end
        }
        return key
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
