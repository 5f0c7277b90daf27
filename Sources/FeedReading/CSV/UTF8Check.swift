/// Finds and repairs bytes that are not UTF-8.
enum UTF8Check {
    /// Whether the bytes are well-formed UTF-8.
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        let count = bytes.count
        while index < count {
            let byte = bytes[index]
            if byte < 0x80 {
                index &+= 1
                continue
            }
            let length: Int
            var lowest: UInt8 = 0x80
            var highest: UInt8 = 0xBF
            switch byte {
            case 0xC2...0xDF: length = 2
            case 0xE0:
                length = 3
                lowest = 0xA0
            case 0xE1...0xEC, 0xEE...0xEF: length = 3
            case 0xED:
                length = 3
                highest = 0x9F
            case 0xF0:
                length = 4
                lowest = 0x90
            case 0xF1...0xF3: length = 4
            case 0xF4:
                length = 4
                highest = 0x8F
            default: return false
            }
            guard index &+ length <= count else { return false }
            guard bytes[index &+ 1] >= lowest, bytes[index &+ 1] <= highest else { return false }
            for next in 2..<max(length, 2) where bytes[index &+ next] & 0xC0 != 0x80 {
                return false
            }
            index &+= length
        }
        return true
    }

    /// The same text with every maximal ill-formed part as U+FFFD.
    static func repaired(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
}
