import CZlib

package final class Deflater {
    package enum Wrapper: Int32 {
        /// RFC 1950, with a checksum.
        case zlib = 15
        /// RFC 1952: the format of `gzip` files.
        case gzip = 31
        /// RFC 1951: nothing around the compressed bytes.
        case none = -15
    }

    struct Effort {
        let level: Int32
        /// zlib's `memLevel`: less memory ends blocks earlier, which suits changing contents.
        var memory: Int32 = 9
        var search: Search?

        static let most = Effort(level: 9)
        /// Compared with level 7, bundles become a hundredth smaller in six tenths of the time;
        /// compared with level 9, less than a hundredth larger in a seventh of it.
        static let bundles = Effort(
            level: 7, memory: 8, search: Search(good: 4, lazy: 64, nice: 64, chain: 128))
    }

    struct Search {
        /// The length from which a repetition is good enough to look a quarter as far.
        let good: Int32
        /// The length from which no repetition that begins at the next byte is looked for.
        let lazy: Int32
        /// The length from which the search ends.
        let nice: Int32
        let chain: Int32
    }

    // At an address of its own: zlib keeps pointers to the stream.
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableRawBufferPointer

    init(_ wrapper: Wrapper, _ effort: Effort) throws {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(byteCount: 1 << 16, alignment: 16)
        let answer = deflateInit2_(
            stream, effort.level, Z_DEFLATED, wrapper.rawValue, effort.memory,
            Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard answer == Z_OK else { throw outOfMemory() }
        if let search = effort.search {
            deflateTune(stream, search.good, search.lazy, search.nice, search.chain)
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    func add(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var rest = bytes
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
            try run(part, flush: Z_NO_FLUSH, body: body)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
        }
    }

    /// The reader already has these bytes; call it first, without a wrapper.
    func begin(after dictionary: UnsafeRawBufferPointer) throws {
        guard !dictionary.isEmpty else { return }
        let bytes = dictionary.bindMemory(to: UInt8.self).baseAddress
        guard deflateSetDictionary(stream, bytes, UInt32(dictionary.count)) == Z_OK else {
            throw outOfMemory()
        }
    }

    /// Without ending the stream; `body` gets the rest.
    func flush(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try run(UnsafeRawBufferPointer(start: nil, count: 0), flush: Z_SYNC_FLUSH, body: body)
    }

    func finish(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try run(UnsafeRawBufferPointer(start: nil, count: 0), flush: Z_FINISH, body: body)
    }

    private func run(
        _ bytes: UnsafeRawBufferPointer, flush: Int32,
        body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
        repeat {
            stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            guard deflate(stream, flush) != Z_STREAM_ERROR else { throw outOfMemory() }
            let count = output.count - Int(stream.pointee.avail_out)
            if count > 0 { try body(UnsafeRawBufferPointer(rebasing: output[..<count])) }
        } while stream.pointee.avail_out == 0
    }

    private func outOfMemory() -> BundleDeltaError {
        .cannotWrite(path: "zlib", reason: "no memory")
    }
}
