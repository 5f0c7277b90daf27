import SystemLayer

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
    import _Builtin_intrinsics.intel
#endif

/// A piece of a file's bytes on its way from the archive to its readers, with the places of its
/// commas and line ends.
///
///     | lead |  bytes of the file  | zeros |
///            ^start                ^end
///
/// Once published, a chunk does not change until all of its readers have given it back; a thread
/// that needs its marks first finds them.
package final class Chunk: @unchecked Sendable {
    // Sendable: the inflating thread writes to a chunk while no other thread has it; readers only
    // read it. Chunks pass through `ChunkRing`, whose lock and semaphores order the accesses. Marks
    // are found under a lock, and are not changed again before the chunk is written anew.
    private static let lead = 16
    static let padding = ByteBlock.size

    private let memory: UnsafeMutableRawPointer
    let capacity: Int
    var count = 0
    /// A chunk with fewer bytes is the last one of its file, unless it was converted.
    var leastCount: Int { capacity / 2 }
    var encoding = TextEncoding.utf8
    private var found: ChunkMarks
    private let isFound = Locked(false)

    init(capacity: Int) {
        self.capacity = capacity
        let size = Self.lead + capacity + Self.padding
        memory = .allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.lead)
        found = ChunkMarks(chunkSize: capacity)
    }

    deinit {
        memory.deallocate()
        found.deallocate()
    }

    var bytes: UnsafeMutableRawPointer { memory + Self.lead }

    var marks: MarkRange {
        findMarks()
        return found.all
    }

    /// Call it once the bytes are there. Without marks all records are scanned.
    func finish(isMarked: Bool = true) {
        (bytes + count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
        if !isMarked { found.find(in: bytes, count: 0) }
        isFound.withLock { $0 = !isMarked }
    }

    /// Finds the marks ahead of their first use. That takes about as long as inflating the bytes.
    func findMarks() {
        isFound.withLock { isFound in
            guard !isFound else { return }
            found.find(in: bytes, count: count)
            isFound = true
        }
    }
}

/// One bit for each byte tells whether it is one of those sought.
struct ByteBlock {
    /// Sixteen bytes, as many as any supported processor compares at once.
    private typealias Part = SIMD16<UInt8>

    static let size = 64

    private let parts: (Part, Part, Part, Part)

    @inline(__always)
    init(_ place: UnsafeRawPointer) {
        parts = (
            place.loadUnaligned(as: Part.self),
            place.loadUnaligned(fromByteOffset: 16, as: Part.self),
            place.loadUnaligned(fromByteOffset: 32, as: Part.self),
            place.loadUnaligned(fromByteOffset: 48, as: Part.self)
        )
    }

    @inline(__always)
    func places(of byte: UInt8) -> UInt64 {
        // An explicit vector type: otherwise the compiler takes the operator that loops over its
        // parts.
        let wanted = Part(repeating: byte)
        return Self.join(
            Self.bits(parts.0 .== wanted), Self.bits(parts.1 .== wanted),
            Self.bits(parts.2 .== wanted), Self.bits(parts.3 .== wanted))
    }

    @inline(__always)
    func places(upTo byte: UInt8) -> UInt64 {
        let largest = Part(repeating: byte)
        return Self.join(
            Self.bits(parts.0 .<= largest), Self.bits(parts.1 .<= largest),
            Self.bits(parts.2 .<= largest), Self.bits(parts.3 .<= largest))
    }

    @inline(__always)
    var hasUpperHalf: Bool {
        let union = unsafeBitCast(
            (parts.0 | parts.1) | (parts.2 | parts.3), to: SIMD2<UInt64>.self)
        return (union[0] | union[1]) & 0x8080_8080_8080_8080 != 0
    }

    @inline(__always)
    private static func join(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> UInt64 {
        a | b &<< 16 | c &<< 32 | d &<< 48
    }

    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
        @inline(__always)
        private static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
            let bytes = unsafeBitCast(mask, to: SIMD2<Int64>.self)
            return UInt64(UInt32(bitPattern: _mm_movemask_epi8(bytes)))
        }
    #else
        @inline(__always)
        private static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
            let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
            return bits(words[0]) | bits(words[1]) &<< 8
        }

        /// The bytes are 0 or 0xFF.
        @inline(__always)
        private static func bits(_ bytes: UInt64) -> UInt64 {
            ((bytes & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
        }
    #endif
}
