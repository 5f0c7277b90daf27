/// Decodes the records of a file chunk by chunk, on threads that run ahead of the file's reader.
package protocol ChunkDecoder: Sendable {
    /// The decoded records of a chunk; belongs to one thread at a time.
    associatedtype Block: AnyObject, Sendable
    /// The state of a thread from one chunk to the next: guesses that do not affect results.
    associatedtype Memory

    func makeBlock() -> Block
    func makeMemory() -> Memory
    /// Decodes a chunk; the block's previous content is no longer needed.
    func decode(_ records: inout MarkedRecords, _ memory: inout Memory, into block: Block)
}
