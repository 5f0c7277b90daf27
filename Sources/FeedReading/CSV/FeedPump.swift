import Dispatch

/// Inflates the files of a feed, one after the other, on a thread of its own.
///
/// The order is fixed on creation, so that inflating runs ahead of parsing across the ends of
/// files. Memory is the ring's: `slots` chunks, whatever the feed's size and whoever reads.
package final class FeedPump {
    private let ring: ChunkRing
    private let work: PumpWork
    private let first: PumpReader
    private let finished = DispatchSemaphore(value: 0)
    /// The same files for a reader on another thread; nil unless asked for.
    package let second: PumpReader?

    /// Starts to read the members of `archive` in the order of `plan`.
    ///
    /// - Parameters:
    ///   - isShared: whether a second reader gets all files too. Both must then read to the end,
    ///     or stop.
    ///   - convertsUTF16: whether files in UTF-16 are handed out in UTF-8.
    ///   - isHashed: whether the content hash is asked for, which costs as much as reading does.
    package init(
        _ archive: FeedArchive, plan: [FeedArchive.Member], slots: Int = 8,
        chunkSize: Int = 1 << 19, isShared: Bool = false, convertsUTF16: Bool = true,
        isHashed: Bool = true
    ) {
        ring = ChunkRing(slots: slots, chunkSize: chunkSize, readers: isShared ? 2 : 1)
        first = PumpReader(ring, index: 0)
        second = isShared ? PumpReader(ring, index: 1) : nil
        work = PumpWork(
            archive: archive, plan: plan, ring: ring, convertsUTF16: convertsUTF16,
            isHashed: isHashed)
        let work = work
        let finished = finished
        WorkerThread.start {
            work.run()
            finished.signal()
        }
    }

    deinit {
        stop()
    }

    /// The bytes of the next file of the plan. The previous file must have been read to its end.
    package func nextFile() -> any ByteSource { first.nextFile() }

    /// Reads on to the end of the file, so that its bytes are checked and counted.
    package func drain(_ source: any ByteSource) throws(FeedError) {
        while try source.nextChunk() != nil {}
    }

    /// Ends the thread; nothing can be read after that. Harmless when all was read.
    ///
    /// A second reader that has not read to the end is told that reading was given up.
    package func stop() {
        work.cancel()
        first.stop()
        finished.wait()
        finished.signal()
    }

    /// The hash over the feed's files: the bytes of those read so far, the names of those that the
    /// plan does not have. Complete once every file was read.
    package var contentHash: String { work.contentHash }

    /// Bytes inflated so far, for progress.
    package var bytesRead: Int { work.bytesRead }
}
