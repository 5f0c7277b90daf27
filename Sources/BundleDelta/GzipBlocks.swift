import CZlib
import Dispatch
import SystemLayer

/// A large file as one member of `gzip`, whose blocks are compressed side by side.
///
/// Each block is compressed by itself, with the 32 KB before it as a dictionary, which is as far
/// back as any `.gz` refers, and ends on a whole byte. So the bytes do not depend on the number of
/// threads.
enum GzipBlocks {
    private static let blockSize = 1 << 19
    private static let blocksAtOnce = 16
    private static let dictionarySize = 1 << 15

    /// No name, no time and no operating system: the same bytes everywhere.
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// Compresses a file from its beginning to its end.
    static func compress(
        _ reader: FileReader, _ write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: dictionarySize + blocksAtOnce * blockSize, alignment: 16)
        defer { buffer.deallocate() }
        try header.withUnsafeBytes(write)
        var checksum: UInt = 0
        var position = 0
        // Bytes at the beginning of the buffer that are already compressed.
        var done = 0
        var isAtEnd = false
        while !isAtEnd {
            let room = UnsafeMutableRawBufferPointer(
                rebasing: buffer[done..<done + blocksAtOnce * blockSize])
            let count = try reader.read(into: room, at: position)
            position += count
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

    /// The blocks of some bytes.
    private static func blocks(_ work: Work) throws -> [Block] {
        let results = Locked([Result<Block, any Error>?](repeating: nil, count: work.count))
        DispatchQueue.concurrentPerform(iterations: work.count) { number in
            let result = Result { try work.block(number) }
            results.withLock { $0[number] = result }
        }
        return try results.withLock { $0 }.compactMap { try $0?.get() }
    }

    /// Bytes to compress at once.
    private struct Work: @unchecked Sendable {
        // Sendable: the bytes are not written to until all blocks are made.
        let bytes: UnsafeRawBufferPointer
        /// The number of bytes at the beginning that serve only as a dictionary.
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
