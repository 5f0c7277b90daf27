#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Memory that is looked at here and there, which costs much more where the system divides it into pages of
/// a few kilobytes.
package enum LargePages {
    private static let size = 2 << 20

    /// Memory for whoever deallocates it; on large pages, where it fills them and the system has some.
    package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
        guard byteCount >= size else {
            return .allocate(byteCount: byteCount, alignment: 16)
        }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: size)
        #if os(Linux)
            // A wish: where it is not heard, all is as ever.
            madvise(memory, byteCount, MADV_HUGEPAGE)
        #endif
        return memory
    }
}
