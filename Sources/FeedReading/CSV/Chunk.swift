/// A piece of a file's bytes on its way from the archive to those who read it, and where in it
/// commas and line ends stand.
///
///     | lead |  bytes of the file  | zeros |
///            ^start                ^end
///
/// Once published, a chunk does not change until all of its readers have given it back.
package final class Chunk: @unchecked Sendable {
    // Sendable: the thread that inflates writes to a chunk while it is nobody else's; readers only
    // read it. It changes hands through `ChunkRing`, whose lock and semaphores order the accesses.
    private static let lead = 16
    static let padding = ChunkMarks.block

    private let memory: UnsafeMutableRawPointer
    /// How many bytes of a file fit.
    let capacity: Int
    /// How many bytes of a file are there.
    var count = 0
    /// What the file was converted from; to be set with the bytes.
    var encoding = TextEncoding.utf8
    private(set) var marks: ChunkMarks

    init(capacity: Int) {
        self.capacity = capacity
        let size = Self.lead + capacity + Self.padding
        memory = .allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.lead)
        marks = ChunkMarks(chunkSize: capacity)
    }

    deinit {
        memory.deallocate()
        marks.deallocate()
    }

    /// Where the bytes of the file begin.
    var bytes: UnsafeMutableRawPointer { memory + Self.lead }

    /// To be called once the bytes are there: closes them with zeros and finds the marks.
    func finish() {
        (bytes + count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
        marks.find(in: bytes, count: count)
    }
}
