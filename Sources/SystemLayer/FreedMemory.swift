#if canImport(Glibc)
    import Glibc
#endif

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

    /// Returns to the system what lies free between blocks in use. It takes some milliseconds,
    /// during which other threads may wait for memory.
    ///
    /// By itself glibc returns only the free end of what it has, so that a process that replaces
    /// large things again and again while it answers requests grows for hours.
    @discardableResult
    package static func giveBack() -> Bool {
        #if canImport(Glibc)
            typealias Trim = @convention(c) (_ kept: Int) -> Int32
            guard let function = dlsym(nil, "malloc_trim") else { return false }
            return unsafeBitCast(function, to: Trim.self)(0) == 1
        #else
            return false
        #endif
    }
}
