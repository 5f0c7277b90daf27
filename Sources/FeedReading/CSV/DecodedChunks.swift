import SystemLayer

/// The chunks of a file and their records, decoded on other threads.
///
///     archive ─▶ ring ─▶ threads that decode ─▶ reader of the file
///                  │                               ▲
///                  └── chunks, in their order ─────┘
///
/// The reader gets every chunk in the order of the file, whichever thread finishes first, so
/// nothing depends on their number. Before ``start(_:dialect:threads:)`` is called, and for sources
/// that cannot be read ahead, chunks come without a block.
package final class DecodedChunks<Decoder: ChunkDecoder>: ByteSource {
    private let source: any ByteSource
    private var work: DecodingWork<Decoder>?
    /// Belongs to the last chunk; nil when that was not decoded.
    package private(set) var block: Decoder.Block?

    package init(_ source: any ByteSource) {
        self.source = source
    }

    deinit {
        stop()
    }

    package var scratchFolder: String { source.scratchFolder }

    /// Begins to decode the chunks after the present one, if there are more.
    ///
    /// - Parameter threads: the number of threads that do nothing else; by default two fewer than
    ///   processors, because the reader and the inflating thread use one each and decode when they
    ///   would wait, and no more than can be kept busy.
    package func start(
        _ decoder: Decoder, dialect: CSVDialect,
        threads: Int = min(max(ThisProcess.processorCount - 2, 0), 4)
    ) {
        guard work == nil, let source = source as? FileSource, !source.isDone, source.mayGoOn
        else { return }
        work = DecodingWork(decoder, dialect: dialect, ahead: source.ahead, threads: threads)
    }

    package func nextChunk() throws(FeedError) -> Chunk? {
        if let block { work?.giveBack(block) }
        block = nil
        guard let work, let file = source as? FileSource else { return try source.nextChunk() }
        file.giveBack()
        let decoded = work.next()
        block = decoded.block
        if decoded.isLast { end() }
        return try file.take(decoded.item)
    }

    package func pass() throws(FeedError) {
        stop()
        try source.pass()
    }

    /// Ends the threads. Items that they took but were not read are skipped; the rest of the file
    /// can still be read. Harmless when repeated.
    package func stop() {
        guard let work, let file = source as? FileSource else { return }
        work.stop()
        for item in work.unread() { file.skip(item) }
        end()
    }

    private func end() {
        work?.stop()
        work = nil
    }
}

/// Runs on threads ahead of the file's reader.
package protocol ChunkDecoder: Sendable {
    /// Belongs to one thread at a time.
    associatedtype Block: AnyObject, Sendable
    /// The state of a thread from one chunk to the next: guesses that do not affect results.
    associatedtype Memory

    func makeBlock() -> Block
    func makeMemory() -> Memory
    /// The block's previous content is no longer needed.
    func decode(_ records: inout MarkedRecords, _ memory: inout Memory, into block: Block)
}
