import CZlib
import Dispatch
package import SystemLayer

/// Files of `gzip`, which every web server and browser knows: the form in which bundles are
/// downloaded.
///
/// `BundleDelta.Gzip` is an alias, for modules that have a `GzipFile` of their own.
public enum GzipFile {
    private static let bufferSize = 1 << 16

    /// Compresses a file. The same bytes always give the same `.gz`: it contains no name and no
    /// time.
    ///
    /// ```swift
    /// try GzipFile.compress(tuesday, to: tuesday + ".gz")
    /// ```
    public static func compress(_ source: String, to target: String) throws {
        try BundleDeltaError.translating {
            let file = try NewFile(at: target, replacing: .anything)
            try GzipBlocks.compress(InputFile(path: source), file.write)
            try file.publish()
        }
    }

    /// Decompresses a file that holds one `gzip` stream. The target appears or is replaced at the
    /// end, once the checksum is verified.
    ///
    /// ```swift
    /// try GzipFile.decompress(tuesday + ".gz", to: copy, sizeLimit: 100_000_000)
    /// ```
    ///
    /// - Parameters:
    ///   - source: the path of the `.gz`.
    ///   - target: where the decompressed file goes.
    ///   - sizeLimit: the maximum number of decompressed bytes.
    /// - Throws: `BundleDeltaError`; `target` is then unchanged.
    public static func decompress(
        _ source: String, to target: String, sizeLimit: Int = BundleDelta.defaultSizeLimit
    ) throws {
        try BundleDeltaError.translating {
            let file = try NewFile(at: target, replacing: .anything)
            try decompress(source, into: file, sizeLimit)
            try file.publish()
        }
    }

    package static func decompress(
        _ source: String, into file: NewFile, _ sizeLimit: Int
    ) throws {
        let reader = try InputFile(path: source)
        let inflater = try WrappedInflater(.gzip)
        let packed = UnsafeMutableRawBufferPointer.allocate(
            byteCount: bufferSize, alignment: 16)
        let unpacked = UnsafeMutableRawBufferPointer.allocate(
            byteCount: bufferSize, alignment: 16)
        defer {
            packed.deallocate()
            unpacked.deallocate()
        }
        var position: Int64 = 0
        var written = 0
        var input = UnsafeRawBufferPointer(rebasing: packed[..<0])
        while !inflater.isAtEnd {
            if input.isEmpty {
                let count = try reader.read(into: packed, at: position)
                position += Int64(count)
                input = UnsafeRawBufferPointer(rebasing: packed[..<count])
            }
            let isLast = input.isEmpty
            guard let count = inflater.unpack(&input, into: unpacked) else {
                throw BundleDeltaError.unusable(
                    path: source, reason: "is damaged, or not a gzip file")
            }
            if isLast, count == 0, !inflater.isAtEnd {
                throw BundleDeltaError.unusable(path: source, reason: "is cut short")
            }
            written += count
            guard written <= sizeLimit else {
                throw BundleDeltaError.tooLarge(path: source, limit: sizeLimit)
            }
            try file.write(UnsafeRawBufferPointer(rebasing: unpacked[..<count]))
        }
        guard input.isEmpty, position == reader.size else {
            throw BundleDeltaError.unusable(
                path: source, reason: "is damaged: bytes follow its end")
        }
    }
}

extension BundleDelta {
    /// Files of `gzip`, under a name that nothing else shadows.
    public typealias Gzip = GzipFile
}

/// A large file as one member of `gzip`, whose blocks are compressed in parallel.
///
/// Each block is compressed by itself, with the preceding 32 KB as a dictionary, which is as far
/// back as any `.gz` refers, and ends on a whole byte. So the bytes do not depend on the number of
/// threads.
enum GzipBlocks {
    private static let blockSize = 1 << 19
    private static let blocksAtOnce = 16
    private static let dictionarySize = 1 << 15

    /// No name, no time and no operating system: the same bytes everywhere.
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    static func compress(
        _ reader: InputFile, _ write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: dictionarySize + blocksAtOnce * blockSize, alignment: 16)
        defer { buffer.deallocate() }
        try header.withUnsafeBytes(write)
        var checksum: UInt = 0
        var position: Int64 = 0
        // Bytes at the beginning of the buffer that are already compressed.
        var done = 0
        var isAtEnd = false
        while !isAtEnd {
            let room = UnsafeMutableRawBufferPointer(
                rebasing: buffer[done..<done + blocksAtOnce * blockSize])
            let count = try reader.read(into: room, at: position)
            position += Int64(count)
            isAtEnd = count < room.count
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(done + count)])
            for block in try blocks(Work(bytes: bytes, start: done, endsFile: isAtEnd)) {
                try block.packed.withUnsafeBytes(write)
                checksum = crc32_combine(checksum, block.checksum, block.size)
            }
            guard !isAtEnd else { break }
            done = dictionarySize
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.suffix(done)))
        }
        let trailer = [UInt32(truncatingIfNeeded: checksum), UInt32(truncatingIfNeeded: position)]
        try trailer.map(\.littleEndian).withUnsafeBytes(write)
    }

    private struct Block: Sendable {
        var packed: [UInt8] = []
        let size: Int
        let checksum: UInt
    }

    private static func blocks(_ work: Work) throws -> [Block] {
        let results = Locked([Result<Block, any Error>?](repeating: nil, count: work.count))
        DispatchQueue.concurrentPerform(iterations: work.count) { number in
            let result = Result { try work.block(number) }
            results.withLock { $0[number] = result }
        }
        return try results.withLock { $0 }.compactMap { try $0?.get() }
    }

    private struct Work: @unchecked Sendable {
        // Sendable: the bytes are not written to until all blocks are made.
        let bytes: UnsafeRawBufferPointer
        let start: Int
        let endsFile: Bool

        /// The end takes a block, even if empty.
        var count: Int { max(1, (bytes.count - start + blockSize - 1) / blockSize) }

        func block(_ number: Int) throws -> Block {
            let first = start + number * blockSize
            let part = UnsafeRawBufferPointer(
                rebasing: bytes[first..<min(first + blockSize, bytes.count)])
            let before = UnsafeRawBufferPointer(rebasing: bytes[..<first].suffix(dictionarySize))
            let checksum = crc32(
                0, part.bindMemory(to: UInt8.self).baseAddress, UInt32(part.count))
            var block = Block(size: part.count, checksum: part.isEmpty ? 0 : checksum)
            let deflater = try Deflater(.none, .bundles)
            try deflater.begin(after: before)
            try deflater.add(part) { block.packed += $0 }
            if endsFile && number == count - 1 {
                try deflater.finish { block.packed += $0 }
            } else {
                try deflater.flush { block.packed += $0 }
            }
            return block
        }
    }
}

package enum GzipBytes {
    /// The same bytes always give the same output. The level suits answers that are made while a
    /// client waits.
    package static func compressed(
        _ bytes: UnsafeRawBufferPointer, level: Int32 = 6
    ) throws -> [UInt8] {
        let deflater = try Deflater(.gzip, Deflater.Effort(level: level))
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 3)
        try deflater.add(bytes) { result += $0 }
        try deflater.finish { result += $0 }
        return result
    }

    /// Nil if the bytes are damaged, truncated, or exceed the limit.
    package static func unpacked(_ bytes: UnsafeRawBufferPointer, atMost limit: Int) -> [UInt8]? {
        guard let inflater = try? WrappedInflater(.gzip) else { return nil }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var input = bytes
        var result: [UInt8] = []
        while !inflater.isAtEnd {
            let isLast = input.isEmpty
            guard let count = inflater.unpack(&input, into: buffer), !isLast || count > 0,
                result.count + count <= limit
            else { return nil }
            result += buffer[..<count]
        }
        return input.isEmpty ? result : nil
    }
}
