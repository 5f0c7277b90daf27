#if canImport(Glibc)
    import Glibc
    import SystemLayer
    import Testing

    @Suite("Freed memory")
    struct FreedMemoryTests {
        @Test("Free memory between blocks in use goes back to the system")
        func giveBack() {
            // Below the size of blocks that the system hands out one by one.
            let blocks = (0..<8192).map { _ in
                let block = UnsafeMutableRawPointer.allocate(byteCount: 8000, alignment: 16)
                block.initializeMemory(as: UInt8.self, repeating: 1, count: 8000)
                return block
            }
            for (index, block) in blocks.enumerated() where index % 16 != 0 { block.deallocate() }
            #expect(FreedMemory.giveBack())
            for (index, block) in blocks.enumerated() where index % 16 == 0 { block.deallocate() }
        }
    }
#endif
