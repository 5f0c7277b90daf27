import CZlib

/// Inflates deflated bytes (RFC 1951) piece by piece, and computes their checksum.
///
/// Used by one thread at a time.
package protocol Inflater: AnyObject {
    /// Takes more packed bytes; call it only when `unusedInput` is 0. The bytes must stay in place
    /// until they are used.
    func take(_ input: UnsafeRawBufferPointer)

    var unusedInput: Int { get }

    var isAtEnd: Bool { get }

    /// As far as the packed bytes allow; returns how much that was, or nil when they are not
    /// deflated data.
    func inflate(into output: UnsafeMutableRawBufferPointer) -> Int?

    /// Continues the checksum of the bytes before.
    func checksum(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32
}

package enum Inflaters {
    package static func make() -> any Inflater {
        #if ISAL
            ISALInflater()
        #else
            ZlibInflater()
        #endif
    }

    package static var libraryName: String {
        #if ISAL
            "ISA-L"
        #else
            "zlib"
        #endif
    }
}

/// For bytes that an archive stores uncompressed. Used by one thread at a time.
final class StoredBytes: Inflater {
    private var rest: Int64
    private var input = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Its checksum is the same as for deflated bytes.
    private let inflater = Inflaters.make()

    init(_ size: Int64) {
        rest = size
    }

    func take(_ input: UnsafeRawBufferPointer) {
        self.input = input
    }

    var unusedInput: Int { input.count }

    var isAtEnd: Bool { rest == 0 }

    func inflate(into output: UnsafeMutableRawBufferPointer) -> Int? {
        let count = min(input.count, output.count)
        output.copyMemory(from: UnsafeRawBufferPointer(rebasing: input.prefix(count)))
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(count))
        rest -= Int64(count)
        return count
    }

    func checksum(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        inflater.checksum(crc, bytes)
    }
}

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
        // zlib only reads it, but does not declare it so.
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

#if ISAL
    import CISAL

    /// Inflates through ISA-L, in less than half the time of zlib.
    final class ISALInflater: Inflater {
        private let state = UnsafeMutableRawPointer.allocate(
            byteCount: isal_state_size(), alignment: 16)

        init() {
            isal_state_init(state)
        }

        deinit {
            state.deallocate()
        }

        var unusedInput: Int { Int(isal_state_unused(state)) }
        var isAtEnd: Bool { isal_state_is_at_end(state) != 0 }

        func take(_ input: UnsafeRawBufferPointer) {
            isal_state_take(state, input.baseAddress, UInt32(input.count))
        }

        func inflate(into output: UnsafeMutableRawBufferPointer) -> Int? {
            let room = UInt32(min(output.count, Int(UInt32.max)))
            let written = isal_state_inflate(state, output.baseAddress, room)
            return written < 0 ? nil : Int(written)
        }

        func checksum(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
            crc32_gzip_refl(
                crc, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
        }
    }
#endif
