#if canImport(Glibc)
    import Glibc
#endif

/// Memory that was given back.
package enum FreedMemory {
    /// Makes large blocks go back to the system as soon as they are freed.
    ///
    /// To glibc the first large block that is freed says that such blocks come again: it keeps them from
    /// then on. A feed is read into lists that grow, each list once, and what they leave behind would make
    /// a tenth of the peak. Other systems give it back by themselves.
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
