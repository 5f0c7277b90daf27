import CZlib
import SystemLayer

final class InflatedStream {
    private static let bufferSize = 1 << 15

    private let file: InputFile
    private let end: Int
    private var position: Int
    private let inflater: WrappedInflater
    private let packed: UnsafeMutableRawBufferPointer
    private var input: UnsafeRawBufferPointer
    private let unpacked: UnsafeMutableRawBufferPointer
    private var next = 0
    private var available = 0

    init(_ file: InputFile, from start: Int, to end: Int) throws {
        self.file = file
        self.end = end
        position = start
        inflater = try WrappedInflater(.zlib)
        packed = .allocate(byteCount: Self.bufferSize, alignment: 16)
        unpacked = .allocate(byteCount: Self.bufferSize, alignment: 16)
        input = UnsafeRawBufferPointer(rebasing: packed[..<0])
    }

    deinit {
        packed.deallocate()
        unpacked.deallocate()
    }

    func read(exactly target: UnsafeMutableRawBufferPointer) throws {
        try forEachPart(target.count) { part, done in
            UnsafeMutableRawBufferPointer(rebasing: target[done..<done + part.count])
                .copyMemory(from: part)
        }
    }

    /// Adds each byte by itself and modulo 256.
    func add(to target: UnsafeMutableRawBufferPointer, _ range: Range<Int>) throws {
        try forEachPart(range.count) { part, done in
            for (index, byte) in part.enumerated() {
                target[range.lowerBound + done + index] &+= byte
            }
        }
    }

    /// In groups of seven bits.
    func number() throws -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 63, by: 7) {
            if next == available { try fill() }
            let byte = unpacked[next]
            next += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw damage("a number in it is too long")
    }

    func expectEnd() throws {
        guard next == available, try !unpackMore(), input.isEmpty, position == end else {
            throw damage("it has more than it needs")
        }
    }

    private func forEachPart(
        _ count: Int, _ body: (UnsafeRawBufferPointer, Int) -> Void
    ) throws {
        var done = 0
        while done < count {
            if next == available { try fill() }
            let size = min(available - next, count - done)
            body(UnsafeRawBufferPointer(rebasing: unpacked[next..<next + size]), done)
            next += size
            done += size
        }
    }

    private func fill() throws {
        guard try unpackMore() else { throw damage("it ends too early") }
    }

    private func unpackMore() throws -> Bool {
        next = 0
        available = 0
        while available == 0, !inflater.isAtEnd {
            if input.isEmpty {
                let size = min(packed.count, end - position)
                let part = UnsafeMutableRawBufferPointer(rebasing: packed[..<size])
                try file.read(exactly: part, at: position)
                position += size
                input = UnsafeRawBufferPointer(part)
            }
            let isLast = input.isEmpty
            guard let count = inflater.unpack(&input, into: unpacked), count > 0 || !isLast else {
                throw damage("a stream in it is broken")
            }
            available = count
        }
        return available > 0
    }

    private func damage(_ reason: String) -> BundleDeltaError {
        .unusable(path: file.name, reason: "is damaged: \(reason)")
    }
}

package final class WrappedInflater {
    // At an address of its own: zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>
    /// With a correct checksum.
    package private(set) var isAtEnd = false

    package init(_ wrapper: Deflater.Wrapper) throws {
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

    /// `input` keeps unused bytes; nil when it is broken.
    package func unpack(
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
