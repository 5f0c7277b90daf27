/// Undoes the compression of deflate (RFC 1951), a piece at a time, and sums up what comes out.
///
/// Used by one thread at a time.
package protocol Inflater: AnyObject {
    /// Goes on with more packed bytes: to be called only when `unusedInput` is 0. They stay where
    /// they are until they are used.
    func take(_ input: UnsafeRawBufferPointer)

    /// The packed bytes that were given and have not been used.
    var unusedInput: Int { get }

    /// Whether the last block has come to its end.
    var isAtEnd: Bool { get }

    /// Fills an output as far as the packed bytes go, and returns how much that was; nil when they
    /// are not what deflate makes.
    func inflate(into output: UnsafeMutableRawBufferPointer) -> Int?

    /// The CRC-32 of bytes, going on from that of those before them.
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

    /// What its library is called.
    package static var libraryName: String {
        #if ISAL
            "ISA-L"
        #else
            "zlib"
        #endif
    }
}
