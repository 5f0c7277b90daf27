#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Small helpers on raw bytes.
package enum Bytes {
    @inline(__always)
    package static func areEqual(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
    ) -> Bool {
        guard left.count == right.count else { return false }
        guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else {
            return left.count == 0
        }
        return memcmp(leftBase, rightBase, left.count) == 0
    }
}
