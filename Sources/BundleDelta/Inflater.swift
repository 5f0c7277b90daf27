import CZlib

/// zlib's decompressor.
final class Inflater {
    // At an address of its own: zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>
    /// Whether the end of the stream was met, and its checksum is right.
    private(set) var isAtEnd = false

    init(_ wrapper: Deflater.Wrapper) throws {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, wrapper.rawValue, ZLIB_VERSION, size) == Z_OK else {
            throw BundleDeltaError.cannotRead(path: "zlib", reason: "no memory")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Unpacks some of `input`, which keeps what was not used; returns how many bytes it gave, or
    /// nil when the input is broken.
    func unpack(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Int? {
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        let answer = inflate(stream, Z_NO_FLUSH)
        input = UnsafeRawBufferPointer(rebasing: input.suffix(Int(stream.pointee.avail_in)))
        switch answer {
        case Z_STREAM_END: isAtEnd = true
        // Z_BUF_ERROR: there was nothing to do without more input.
        case Z_OK, Z_BUF_ERROR: break
        default: return nil
        }
        return output.count - Int(stream.pointee.avail_out)
    }
}
