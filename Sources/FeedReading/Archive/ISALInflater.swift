#if ISAL
    import CISAL

    /// Inflates through ISA-L, in less than half the time of zlib.
    final class ISALInflater: Inflater {
        private let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)

        init() {
            isal_inflate_init(state)
        }

        deinit {
            state.deallocate()
        }

        var unusedInput: Int { Int(state.pointee.avail_in) }
        var isAtEnd: Bool { state.pointee.block_state == ISAL_BLOCK_FINISH }

        func take(_ input: UnsafeRawBufferPointer) {
            // It is only read, but not declared so.
            state.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
                .assumingMemoryBound(to: UInt8.self)
            state.pointee.avail_in = UInt32(input.count)
        }

        func inflate(into output: UnsafeMutableRawBufferPointer) -> Int? {
            let room = min(output.count, Int(UInt32.max))
            state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            state.pointee.avail_out = UInt32(room)
            guard isal_inflate(state) >= 0 else { return nil }
            return room - Int(state.pointee.avail_out)
        }

        func checksum(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
            crc32_gzip_refl(
                crc, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
        }
    }
#endif
