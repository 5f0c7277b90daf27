#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
    import _Builtin_intrinsics.intel
#endif

/// Bytes that are compared together: one bit for each tells whether it is one of those sought.
struct ByteBlock {
    /// Sixteen bytes, as many as any supported processor compares at once.
    private typealias Part = SIMD16<UInt8>

    /// The number of bytes.
    static let size = 64

    private let parts: (Part, Part, Part, Part)

    /// Takes the bytes at a place, whatever its alignment.
    @inline(__always)
    init(_ place: UnsafeRawPointer) {
        parts = (
            place.loadUnaligned(as: Part.self),
            place.loadUnaligned(fromByteOffset: 16, as: Part.self),
            place.loadUnaligned(fromByteOffset: 32, as: Part.self),
            place.loadUnaligned(fromByteOffset: 48, as: Part.self)
        )
    }

    /// The places of a byte.
    @inline(__always)
    func places(of byte: UInt8) -> UInt64 {
        // A vector of an explicit type; otherwise the compiler takes the operator that loops over
        // its parts.
        let wanted = Part(repeating: byte)
        return Self.join(
            Self.bits(parts.0 .== wanted), Self.bits(parts.1 .== wanted),
            Self.bits(parts.2 .== wanted), Self.bits(parts.3 .== wanted))
    }

    /// The places of all bytes that are not greater than a given one.
    @inline(__always)
    func places(upTo byte: UInt8) -> UInt64 {
        let largest = Part(repeating: byte)
        return Self.join(
            Self.bits(parts.0 .<= largest), Self.bits(parts.1 .<= largest),
            Self.bits(parts.2 .<= largest), Self.bits(parts.3 .<= largest))
    }

    /// Whether a byte is 0x80 or more.
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

        /// A bit for each of eight bytes, which are 0 or 0xFF.
        @inline(__always)
        private static func bits(_ bytes: UInt64) -> UInt64 {
            ((bytes & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
        }
    #endif
}
