import Dispatch
package import GTFSSchedule
import SystemLayer

/// Inflates the files of a feed, one after the other, on a thread of its own.
///
/// The order is fixed on creation, so inflating runs ahead of parsing even across files. Memory
/// holds the ring, `slots` chunks, whatever the feed's size and number of readers.
package final class FeedPump {
    private let ring: ChunkRing
    private let work: PumpWork
    let first: PumpReader
    private let finished = DispatchSemaphore(value: 0)
    package let second: PumpReader?

    /// The number of bytes that are read and decoded at a time.
    package static let usualChunkSize = 1 << 18

    /// If `isShared`, a second reader gets all files as well; both must then read to the end, or
    /// stop. `convertsText` hands out UTF-16 and Windows-1252 in UTF-8. Hashing costs as much as
    /// reading. What cannot be read of `passable` files is left out.
    package init(
        _ archive: FeedArchive, plan: [FeedArchive.Member], slots: Int = 8,
        chunkSize: Int = FeedPump.usualChunkSize, isShared: Bool = false,
        convertsText: Bool = true,
        isHashed: Bool = true, passable: Set<ExactText> = []
    ) {
        ring = ChunkRing(slots: slots, chunkSize: chunkSize, readers: isShared ? 2 : 1)
        let folder = archive.temporaryDirectory
        first = PumpReader(ring, index: 0, scratchFolder: folder)
        second = isShared ? PumpReader(ring, index: 1, scratchFolder: folder) : nil
        work = PumpWork(
            archive: archive, plan: plan, ring: ring, convertsText: convertsText,
            isHashed: isHashed, passable: passable)
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

    /// The previous file must have been read to its end.
    package func nextFile() -> any ByteSource { first.nextFile() }

    package func drain(_ source: any ByteSource) throws(FeedError) {
        try source.pass()
    }

    /// Ends the thread; nothing can be read afterwards. Harmless when everything was read.
    ///
    /// A second reader that has not reached the end gets an error.
    package func stop() {
        work.cancel()
        first.stop()
        finished.wait()
        finished.signal()
    }

    /// Complete once every file has been read.
    package var contentHash: String { work.contentHash }

    package var bytesRead: Int { work.bytesRead }
}

/// A reader belongs to one thread, which gets it before reading begins.
package final class PumpReader: Sendable {
    private let ring: ChunkRing
    private let index: Int
    private let scratchFolder: String

    init(_ ring: ChunkRing, index: Int, scratchFolder: String) {
        self.ring = ring
        self.index = index
        self.scratchFolder = scratchFolder
    }

    /// The previous file must have been read to its end.
    package func nextFile() -> any ByteSource {
        FileSource(ring, reader: index, scratchFolder: scratchFolder)
    }

    package func stop() {
        ring.leave(index)
    }
}

final class FileSource: ByteSource {
    private let ring: ChunkRing
    private let reader: Int
    let scratchFolder: String
    private var holdsSlot = false
    private(set) var isDone = false
    /// Whether the file may go on after the present chunk.
    private(set) var mayGoOn = true
    private var failure: FeedError?

    init(_ ring: ChunkRing, reader: Int, scratchFolder: String) {
        self.ring = ring
        self.reader = reader
        self.scratchFolder = scratchFolder
    }

    func nextChunk() throws(FeedError) -> Chunk? {
        try takeNext { ring.take(reader) }
    }

    func pass() throws(FeedError) {
        _ = try takeNext { ring.takeEnd(reader) }
    }

    private func takeNext(_ next: () -> ChunkRing.Item) throws(FeedError) -> Chunk? {
        giveBack()
        if let failure = failure.take() { throw failure }
        return isDone ? nil : try take(next())
    }

    var ahead: ChunkRing.LookAhead { ring.ahead(reader) }

    func giveBack() {
        if holdsSlot { ring.release(reader) }
        holdsSlot = false
    }

    func take(_ item: ChunkRing.Item) throws(FeedError) -> Chunk? {
        if case .chunk(let chunk) = item {
            holdsSlot = true
            mayGoOn = chunk.count >= chunk.leastCount || chunk.encoding != .utf8
            return chunk
        }
        isDone = true
        ring.release(reader)
        if case .failure(let error) = item { throw error }
        return nil
    }

    func skip(_ item: ChunkRing.Item) {
        giveBack()
        do throws(FeedError) {
            _ = try take(item)
        } catch {
            failure = error
        }
    }
}

final class PumpWork: @unchecked Sendable {
    // Sendable: only the inflating thread uses `hash` until it has published its last item;
    // afterwards it is read.
    private let archive: FeedArchive
    private let plan: [FeedArchive.Member]
    private let ring: ChunkRing
    private let convertsText: Bool
    private let isHashed: Bool
    private let passable: Set<ExactText>
    private let isCancelled = Locked(false)
    private let bytes = Locked(0)
    private var hash = ContentHash()

    init(
        archive: FeedArchive, plan: [FeedArchive.Member], ring: ChunkRing, convertsText: Bool,
        isHashed: Bool, passable: Set<ExactText>
    ) {
        self.passable = passable
        self.archive = archive
        self.plan = plan
        self.ring = ring
        self.convertsText = convertsText
        self.isHashed = isHashed
    }

    var contentHash: String { hash.value() }
    var bytesRead: Int { bytes.withLock { $0 } }

    func cancel() {
        isCancelled.withLock { $0 = true }
    }

    private var isStopped: Bool {
        archive.cancellation.isCancelled || isCancelled.withLock { $0 }
    }

    func run() {
        for member in plan where !pump(member) { return }
        ring.finish()
    }

    private func pump(_ member: FeedArchive.Member) -> Bool {
        let stream: MemberStream
        do {
            stream = try archive.open(member)
        } catch {
            _ = ring.acquire()
            return fail(member, error)
        }
        var conversion: TextConversion?
        var isFirst = true
        // Until its first character beyond ASCII, a file may be in UTF-8 and in Windows-1252.
        var isUndecided = convertsText
        while true {
            let chunk = ring.acquire()
            do {
                if conversion != nil {
                    try conversion?.fill(chunk, from: stream) { account($0) }
                } else {
                    // The first piece leaves room to grow, in case it is UTF-16.
                    let wanted = isFirst ? chunk.leastCount : chunk.capacity
                    let target = UnsafeMutableRawBufferPointer(start: chunk.bytes, count: wanted)
                    chunk.count = try stream.read(into: target)
                    let read = UnsafeRawBufferPointer(start: chunk.bytes, count: chunk.count)
                    account(read)
                    chunk.encoding = .utf8
                    if isFirst, convertsText { conversion = TextConversion(utf16: read) }
                    if conversion == nil, isUndecided,
                        let isUTF8 = UTF8Check.beginsValid(read)
                    {
                        isUndecided = false
                        // Damage is reported where it is, after what precedes it.
                        if !isUTF8 { conversion = try? windows1252(member) }
                    }
                    conversion?.convert(chunk)
                }
            } catch {
                return fail(member, error)
            }
            isFirst = false
            guard !isStopped else {
                // The first reader has gone; the second must not wait forever.
                ring.publish(.failure(.cancelled))
                return false
            }
            if chunk.count == 0 {
                end(member)
                return true
            }
            chunk.finish()
            // Where records are decoded ahead, the decoding thread also finds the marks.
            if !ring.hasSideWork { chunk.findMarks() }
            ring.publish(.chunk(chunk))
        }
    }

    /// Nil unless all of the file is in Windows-1252; to find out, it is read once more.
    private func windows1252(
        _ member: FeedArchive.Member
    ) throws(FeedError) -> TextConversion? {
        let stream = try archive.open(member)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var check = Windows1252.Check()
        while !isStopped {
            let count = try stream.read(into: buffer)
            check.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            guard check.isPossible else { return nil }
            if count == 0 { return TextConversion(windows1252: check.characters) }
        }
        return nil
    }

    private func end(_ member: FeedArchive.Member) {
        if isHashed { hash.finishMember(member.name) }
        ring.publish(.endOfFile)
    }

    /// The ring's slot is taken. True when reading goes on.
    private func fail(_ member: FeedArchive.Member, _ error: FeedError) -> Bool {
        guard passable.contains(member.name.exact), !isStopped else {
            ring.publish(.failure(error))
            return false
        }
        end(member)
        return true
    }

    private func account(_ read: UnsafeRawBufferPointer) {
        if isHashed { hash.update(read) }
        bytes.withLock { $0 += read.count }
    }
}
