#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Memory for random access, which costs much more when the system divides it into pages of a few
/// kilobytes.
package enum LargePages {
    private static let size = 2 << 20

    /// Memory that the caller deallocates; on large pages, if it fills them and the system has
    /// some.
    package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
        guard byteCount >= size else {
            return .allocate(byteCount: byteCount, alignment: 16)
        }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: size)
        #if os(Linux)
            // Only a hint: ignoring it changes nothing.
            madvise(memory, byteCount, MADV_HUGEPAGE)
        #endif
        return memory
    }
}
