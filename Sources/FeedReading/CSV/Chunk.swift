/// A piece of a file's bytes on its way from the archive to the CSV reader.
///
///     | headroom |  bytes of the file  | 8 zero bytes |
///                ^start               ^end
///
/// The reader copies the record that the previous chunk cut off into the headroom, so that records
/// are always contiguous and nothing else is copied.
package final class Chunk: @unchecked Sendable {
    // Sendable: a chunk has one owner at a time; it changes hands through `ChunkRing` only, whose
    // semaphores order the accesses.
    static let headroom = 64 * 1024
    static let padding = 8

    let memory: UnsafeMutableRawPointer
    /// How many bytes of a file fit.
    let capacity: Int
    /// How many bytes of a file are there.
    var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        memory = .allocate(
            byteCount: Self.headroom + capacity + Self.padding, alignment: 16)
    }

    deinit {
        memory.deallocate()
    }

    /// Where the bytes of the file begin.
    var bytes: UnsafeMutableRawPointer { memory + Self.headroom }
}

extension Chunk {
    /// Copies the bytes out, for files that are read whole.
    package func append(to array: inout [UInt8]) {
        array.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
