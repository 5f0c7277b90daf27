#if canImport(Glibc)
    import Glibc
#endif

/// Handling of freed memory.
package enum FreedMemory {
    /// Returns large blocks to the system as soon as they are freed.
    ///
    /// After the first large block is freed, glibc expects more such blocks and keeps them. A feed
    /// is read into growing lists, each once, and what they leave behind would be a tenth of the
    /// peak. Other systems return it by themselves.
    package static func returnsToSystem() {
        #if canImport(Glibc)
            // Swift's module of glibc has no malloc.h.
            typealias SetOption = @convention(c) (_ option: Int32, _ value: Int32) -> Int32
            guard let function = dlsym(nil, "mallopt") else { return }
            let sizeOfSeparateBlocks: Int32 = -3
            _ = unsafeBitCast(function, to: SetOption.self)(sizeOfSeparateBlocks, 1 << 18)
        #endif
    }
}
