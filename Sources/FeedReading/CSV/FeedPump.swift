import Dispatch

/// Inflates the files of a feed, one after the other, on a thread of its own.
///
/// The order is fixed on creation, so that inflating runs ahead of parsing across the ends of
/// files. Memory is the ring's: `slots` chunks, whatever the feed's size, and as many again for a
/// second reader.
package final class FeedPump {
    private let ring: ChunkRing
    private let work: PumpWork
    private var current: FileSource?
    private let finished = DispatchSemaphore(value: 0)
    /// The same files once more, for a reader on another thread; nil unless asked for.
    package let copy: PumpCopy?

    /// Starts to read the members of `archive` in the order of `plan`.
    ///
    /// - Parameters:
    ///   - isCopied: whether a second reader gets all files too. Both must then read to the end, or
    ///     stop.
    ///   - convertsUTF16: whether files in UTF-16 are handed out in UTF-8.
    ///   - unhashed: members that do not count for the content hash.
    package init(
        _ archive: FeedArchive, plan: [FeedArchive.Member], slots: Int = 6,
        chunkSize: Int = 1 << 20, isCopied: Bool = false, convertsUTF16: Bool = true,
        unhashed: Set<String> = []
    ) {
        ring = ChunkRing(slots: slots, chunkSize: chunkSize)
        copy = isCopied ? PumpCopy(ChunkRing(slots: slots, chunkSize: chunkSize)) : nil
        work = PumpWork(
            archive: archive, plan: plan, ring: ring, copy: copy, convertsUTF16: convertsUTF16,
            unhashed: unhashed)
        let work = work
        let finished = finished
        DispatchQueue(label: "gtfs.inflate", qos: .userInitiated).async {
            work.run()
            finished.signal()
        }
    }

    deinit {
        stop()
    }

    /// The bytes of the next file of the plan. The previous file must have been read to its end.
    package func nextFile() -> any ByteSource {
        let file = FileSource(ring: ring)
        current = file
        return file
    }

    /// Reads on to the end of the file, so that its bytes are checked and counted.
    package func drain(_ source: any ByteSource) throws(FeedError) {
        while try source.nextChunk() != nil {}
    }

    /// Ends the thread; nothing can be read after that. Harmless when all was read.
    package func stop() {
        work.cancel()
        current?.releaseHeld()
        current = nil
        // The thread may wait for a slot: give back what it publishes until it is done.
        while finished.wait(timeout: .now() + .milliseconds(2)) == .timedOut {
            ring.release()
        }
        finished.signal()
    }

    /// Order-independent hash of all bytes read so far; complete once every file was read.
    package var contentHash: String { work.contentHash }

    /// Bytes inflated so far, for progress.
    package var bytesRead: Int { work.bytesRead }
}

/// The files of a pump for its second reader.
///
/// A chunk has one owner, who may write to it: the second reader gets copies.
package final class PumpCopy: @unchecked Sendable {
    // Sendable: `current` and the ring's reading side belong to the second reader's thread,
    // `isAbandoned` is guarded by `lock`.
    fileprivate let ring: ChunkRing
    private var current: FileSource?
    private let lock = DispatchSemaphore(value: 1)
    private var isAbandoned = false

    fileprivate init(_ ring: ChunkRing) {
        self.ring = ring
    }

    /// The bytes of the next file of the plan. The previous file must have been read to its end.
    package func nextFile() -> any ByteSource {
        let file = FileSource(ring: ring)
        current = file
        return file
    }

    /// Nothing is read any more; the pump need not wait.
    package func stop() {
        lock.wait()
        isAbandoned = true
        lock.signal()
        current?.releaseHeld()
        current = nil
        // The pump may wait for a slot just now.
        ring.release()
    }

    /// The writer's side: hands over a copy, unless nobody reads any more.
    fileprivate func publish(_ item: ChunkRing.Item) {
        lock.wait()
        let isAbandoned = isAbandoned
        lock.signal()
        guard !isAbandoned else { return }
        let slot = ring.acquire()
        guard case .chunk(let chunk) = item else {
            ring.publish(item)
            return
        }
        slot.bytes.copyMemory(from: chunk.bytes, byteCount: chunk.count)
        slot.count = chunk.count
        ring.publish(.chunk(slot))
    }
}

/// One file's chunks, as they come out of the ring.
private final class FileSource: ByteSource {
    private let ring: ChunkRing
    private var holdsSlot = false
    private var isDone = false

    init(ring: ChunkRing) {
        self.ring = ring
    }

    func nextChunk() throws(FeedError) -> Chunk? {
        releaseHeld()
        guard !isDone else { return nil }
        let item = ring.take()
        holdsSlot = true
        switch item {
        case .chunk(let chunk):
            return chunk
        case .endOfFile:
            isDone = true
            releaseHeld()
            return nil
        case .failure(let error):
            isDone = true
            releaseHeld()
            throw error
        }
    }

    func releaseHeld() {
        guard holdsSlot else { return }
        holdsSlot = false
        ring.release()
    }
}

/// What runs on the inflating thread.
private final class PumpWork: @unchecked Sendable {
    // Sendable: `hash` is used by the inflating thread alone until it published its last item, and
    // read after that; what both threads use at once is guarded by `lock`.
    private let archive: FeedArchive
    private let plan: [FeedArchive.Member]
    private let ring: ChunkRing
    private let copy: PumpCopy?
    private let convertsUTF16: Bool
    private let unhashed: Set<String>
    private var isHashed = true
    private let lock = DispatchSemaphore(value: 1)
    private var isCancelled = false
    private var bytes = 0
    private var hash = ContentHash()

    init(
        archive: FeedArchive, plan: [FeedArchive.Member], ring: ChunkRing, copy: PumpCopy?,
        convertsUTF16: Bool, unhashed: Set<String>
    ) {
        self.archive = archive
        self.plan = plan
        self.ring = ring
        self.copy = copy
        self.convertsUTF16 = convertsUTF16
        self.unhashed = unhashed
    }

    var contentHash: String { hash.value }
    var bytesRead: Int { locked { bytes } }

    func cancel() {
        locked { isCancelled = true }
    }

    func run() {
        for member in plan {
            guard pump(member) else {
                // The first reader knows, or has gone; the second must not wait for ever.
                copy?.publish(.failure(.internalFailure(reason: "reading was given up")))
                return
            }
        }
    }

    /// Hands an item to both readers; to the second first, for the first may write to the chunk.
    private func publish(_ item: ChunkRing.Item) {
        copy?.publish(item)
        ring.publish(item)
    }

    /// Publishes one file. False when it failed or the reader has gone.
    private func pump(_ member: FeedArchive.Member) -> Bool {
        isHashed = !unhashed.contains(member.name)
        let stream: MemberStream
        do {
            stream = try archive.open(member)
        } catch {
            _ = ring.acquire()
            publish(.failure(error))
            return false
        }
        var conversion: UTF16Conversion?
        var isFirst = true
        while true {
            let chunk = ring.acquire()
            do {
                if conversion != nil {
                    try conversion?.fill(chunk, from: stream) { account($0) }
                } else {
                    // The first piece leaves room to grow, should it turn out to be UTF-16.
                    let wanted = isFirst ? chunk.capacity / 2 : chunk.capacity
                    let target = UnsafeMutableRawBufferPointer(start: chunk.bytes, count: wanted)
                    chunk.count = try stream.read(into: target)
                    let read = UnsafeRawBufferPointer(start: chunk.bytes, count: chunk.count)
                    account(read)
                    if isFirst, convertsUTF16, var started = UTF16Conversion(mark: read) {
                        started.convert(chunk)
                        conversion = started
                    }
                }
            } catch {
                publish(.failure(error))
                return false
            }
            isFirst = false
            guard !locked({ isCancelled }) else { return false }
            if chunk.count == 0 {
                if isHashed { hash.finishMember(member.name) }
                publish(.endOfFile)
                return true
            }
            publish(.chunk(chunk))
        }
    }

    private func account(_ read: UnsafeRawBufferPointer) {
        if isHashed { hash.update(read) }
        locked { bytes += read.count }
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        lock.wait()
        defer { lock.signal() }
        return body()
    }
}

/// A file in UTF-16 on its way into chunks of UTF-8.
private struct UTF16Conversion {
    private var decoder: UTF16Decoder
    private var raw: [UInt8] = []
    private var text: [UInt8] = []
    private var isFinished = false

    init?(mark bytes: UnsafeRawBufferPointer) {
        guard let decoder = UTF16Decoder(mark: bytes) else { return nil }
        self.decoder = decoder
    }

    /// Converts the first chunk, mark and all, in place.
    mutating func convert(_ chunk: Chunk) {
        decoder.decode(UnsafeRawBufferPointer(start: chunk.bytes, count: chunk.count), into: &text)
        hand(to: chunk)
    }

    /// Reads and converts the next piece; the chunk stays empty only at the end of the file.
    mutating func fill(
        _ chunk: Chunk, from stream: MemberStream, account: (UnsafeRawBufferPointer) -> Void
    ) throws(FeedError) {
        chunk.count = 0
        guard !isFinished else { return }
        if raw.isEmpty { raw = [UInt8](repeating: 0, count: chunk.capacity / 2) }
        var failure: FeedError?
        let count = raw.withUnsafeMutableBytes { buffer in
            do throws(FeedError) {
                let count = try stream.read(into: buffer)
                account(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
                return count
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        raw.withUnsafeBytes { bytes in
            decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[..<count]), into: &text)
        }
        // A stream fills the buffer but for the last time.
        if count < raw.count {
            isFinished = true
            decoder.finish(into: &text)
        }
        hand(to: chunk)
    }

    private mutating func hand(to chunk: Chunk) {
        UnsafeMutableRawBufferPointer(start: chunk.bytes, count: chunk.capacity)
            .copyBytes(from: text)
        chunk.count = text.count
        text.removeAll(keepingCapacity: true)
    }
}
