import CZlib

/// Inflates through zlib, which every system has.
///
/// It is compiled even with ISA-L, so that one test run compares the two.
final class ZlibInflater: Inflater {
    /// The largest window, and no header around the bytes.
    private static let rawWindow: Int32 = -15

    /// zlib remembers this address.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isReady: Bool
    private(set) var isAtEnd = false

    init() {
        stream.initialize(to: z_stream())
        isReady =
            inflateInit2_(
                stream, Self.rawWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deallocate()
    }

    var unusedInput: Int { Int(stream.pointee.avail_in) }

    func take(_ input: UnsafeRawBufferPointer) {
        // It is only read, but not declared so.
        stream.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
            .assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(input.count)
    }

    func inflate(into output: UnsafeMutableRawBufferPointer) -> Int? {
        guard isReady else { return nil }
        let room = min(output.count, Int(UInt32.max))
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(room)
        let answer = CZlib.inflate(stream, Z_NO_FLUSH)
        isAtEnd = answer == Z_STREAM_END
        // Without input to read or room to write, zlib reports just that, which is not an error.
        guard isAtEnd || answer == Z_OK || answer == Z_BUF_ERROR else { return nil }
        return room - Int(stream.pointee.avail_out)
    }

    func checksum(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var crc = UInt(crc)
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(UInt32.max)))
            crc = crc32(
                crc, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(piece.count))
            rest = rest.dropFirst(piece.count)
        }
        return UInt32(truncatingIfNeeded: crc)
    }
}
