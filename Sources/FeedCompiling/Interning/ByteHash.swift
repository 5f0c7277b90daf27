import SystemLayer

/// Hashes bytes, sixteen at a time, by folding 128-bit products.
///
/// Made for interning: fast on short keys, and well spread in the low bits. The seed is unknown
/// outside the process, so no result may depend on the hash: things are numbered by first
/// occurrence.
package enum ByteHash {
    /// The seed of this process. It is random: if it were known, an attacker could write a feed
    /// whose ids all collide. `GTFS_HASH_SEED`, a number, fixes it for fuzzing and benchmarks.
    package static let seed: UInt64 = {
        if let text = ThisProcess.variable("GTFS_HASH_SEED"), let seed = UInt64(text) {
            return seed
        }
        return UInt64.random(in: .min ... .max)
    }()

    private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let second: UInt64 = 0xD6E8_FEB8_6659_FD93

    @inline(__always)
    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    @inline(__always)
    static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        var state = first ^ seed ^ UInt64(truncatingIfNeeded: bytes.count)
        var remaining = bytes.count
        guard var pointer = bytes.baseAddress else { return fold(state, second) }
        // Otherwise bytes that make one factor 0 would do so for every seed.
        let factor = second ^ seed
        while remaining >= 16 {
            state = fold(
                state ^ pointer.loadUnaligned(as: UInt64.self),
                factor ^ pointer.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            pointer += 16
            remaining &-= 16
        }
        if remaining >= 8 {
            state = fold(state ^ pointer.loadUnaligned(as: UInt64.self), factor)
            pointer += 8
            remaining &-= 8
        }
        var tail: UInt64 = 0
        if remaining >= 4 {
            tail = UInt64(pointer.loadUnaligned(as: UInt32.self))
            pointer += 4
            remaining &-= 4
        }
        // At most seven bytes, so none is shifted out.
        while remaining > 0 {
            tail = tail << 8 | UInt64(pointer.load(as: UInt8.self))
            pointer += 1
            remaining &-= 1
        }
        return fold(state ^ tail, first ^ factor)
    }
}
