import SystemLayer

package enum Bytes {
    @inline(__always)
    package static func areEqual(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Bool {
        let count = left.count
        guard count == right.count else { return false }
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        if count > 64 { return MemoryComparison.areEqual(left, right, count: count) }
        // Ids are short: calling memcmp costs more than the comparison. The last word overlaps the
        // one before.
        if count >= 8 {
            var offset = 0
            while offset &+ 8 < count {
                guard differs(left, right, at: offset, as: UInt64.self) == 0 else { return false }
                offset &+= 8
            }
            return differs(left, right, at: count &- 8, as: UInt64.self) == 0
        }
        if count >= 4 {
            return differs(left, right, at: 0, as: UInt32.self)
                | differs(left, right, at: count &- 4, as: UInt32.self) == 0
        }
        for offset in 0..<count where differs(left, right, at: offset, as: UInt8.self) != 0 {
            return false
        }
        return true
    }

    @inline(__always)
    private static func differs<Word: FixedWidthInteger & BitwiseCopyable>(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, at offset: Int, as _: Word.Type
    ) -> Word {
        left.loadUnaligned(fromByteOffset: offset, as: Word.self)
            ^ right.loadUnaligned(fromByteOffset: offset, as: Word.self)
    }
}
