/// Decodes the records of a file chunk by chunk, on threads that run ahead of the file's reader.
package protocol ChunkDecoder: Sendable {
    /// What the records of a chunk are decoded to; belongs to one thread at a time.
    associatedtype Block: AnyObject, Sendable
    /// What a thread remembers from one chunk to the next: guesses, nothing that its answers depend on.
    associatedtype Memory

    func makeBlock() -> Block
    func makeMemory() -> Memory
    /// Decodes a chunk; what the block held before is no longer needed.
    func decode(_ records: inout MarkedRecords, _ memory: inout Memory, into block: Block)
}
