#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The C library's comparison of memory, for what is long enough to be worth a call.
package enum MemoryComparison {
    /// Whether two places hold the same bytes.
    package static func areEqual(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
    ) -> Bool {
        memcmp(left, right, count) == 0
    }
}
