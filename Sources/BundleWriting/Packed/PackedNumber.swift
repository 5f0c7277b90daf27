/// SQLite's numbers of variable length: seven bits a byte, the highest first; the eighth bit is set
/// when another byte follows. A ninth byte contributes all eight bits.
enum PackedNumber {
    static let longest = 9

    static func size(_ value: UInt64) -> Int {
        if value < 0x80 { return 1 }
        let bits = UInt64.bitWidth - value.leadingZeroBitCount
        return bits > 56 ? 9 : (bits + 6) / 7
    }

    /// - Returns: how many bytes that took.
    @discardableResult
    static func write(_ value: UInt64, to place: UnsafeMutableRawPointer) -> Int {
        let size = size(value)
        var rest = value
        var last = size - 1
        if size == 9 {
            place.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: 8, as: UInt8.self)
            rest >>= 8
            last = 7
        }
        for index in stride(from: last, through: 0, by: -1) {
            let more: UInt8 = index == size - 1 ? 0 : 0x80
            place.storeBytes(
                of: UInt8(truncatingIfNeeded: rest) & 0x7F | more, toByteOffset: index,
                as: UInt8.self)
            rest >>= 7
        }
        return size
    }
}
