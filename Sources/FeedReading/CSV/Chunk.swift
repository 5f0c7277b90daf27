import SystemLayer

/// A piece of a file's bytes on its way from the archive to its readers, with the places of its
/// commas and line ends.
///
///     | lead |  bytes of the file  | zeros |
///            ^start                ^end
///
/// Once published, a chunk does not change until all of its readers have given it back; a thread
/// that needs its marks first finds them.
package final class Chunk: @unchecked Sendable {
    // Sendable: the inflating thread writes to a chunk while no other thread has it; readers only
    // read it. Chunks pass through `ChunkRing`, whose lock and semaphores order the accesses. Marks
    // are found under a lock, and are not changed again before the chunk is written anew.
    private static let lead = 16
    static let padding = ByteBlock.size

    private let memory: UnsafeMutableRawPointer
    /// How many bytes of a file fit in.
    let capacity: Int
    /// How many bytes of a file are in it.
    var count = 0
    /// A chunk with fewer bytes is the last one of its file, unless it was converted from UTF-16.
    var leastCount: Int { capacity / 2 }
    /// The original encoding of the file; set it with the bytes.
    var encoding = TextEncoding.utf8
    private var found: ChunkMarks
    private let isFound = Locked(false)

    init(capacity: Int) {
        self.capacity = capacity
        let size = Self.lead + capacity + Self.padding
        memory = .allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.lead)
        found = ChunkMarks(chunkSize: capacity)
    }

    deinit {
        memory.deallocate()
        found.deallocate()
    }

    /// Where the bytes of the file begin.
    var bytes: UnsafeMutableRawPointer { memory + Self.lead }

    /// The places of commas and line ends, which the first call finds.
    var marks: MarkRange {
        findMarks()
        return found.all
    }

    /// Call it once the bytes are there: adds the zeros.
    ///
    /// - Parameter isMarked: whether the chunk has marks; without them all records are scanned.
    func finish(isMarked: Bool = true) {
        (bytes + count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
        if !isMarked { found.find(in: bytes, count: 0) }
        isFound.withLock { $0 = !isMarked }
    }

    /// Finds the marks ahead of their first use. That takes about as long as inflating the bytes.
    func findMarks() {
        isFound.withLock { isFound in
            guard !isFound else { return }
            found.find(in: bytes, count: count)
            isFound = true
        }
    }
}
