/// Inflates deflated bytes (RFC 1951) piece by piece, and computes their checksum.
///
/// Used by one thread at a time.
package protocol Inflater: AnyObject {
    /// Takes more packed bytes; call it only when `unusedInput` is 0. The bytes must stay in place
    /// until they are used.
    func take(_ input: UnsafeRawBufferPointer)

    /// The packed bytes that have been taken but not used.
    var unusedInput: Int { get }

    /// Whether the last block has ended.
    var isAtEnd: Bool { get }

    /// Fills an output as far as the packed bytes allow, and returns how much that was; nil when
    /// they are not deflated data.
    func inflate(into output: UnsafeMutableRawBufferPointer) -> Int?

    /// The CRC-32 of bytes, continuing that of the bytes before them.
    func checksum(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32
}

/// The inflater that this package was built with: the trait `ISAL` decides.
package enum Inflaters {
    package static func make() -> any Inflater {
        #if ISAL
            ISALInflater()
        #else
            ZlibInflater()
        #endif
    }

    /// The name of its library.
    package static var libraryName: String {
        #if ISAL
            "ISA-L"
        #else
            "zlib"
        #endif
    }
}
