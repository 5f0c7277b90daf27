import SystemLayer

/// What runs on the inflating thread.
final class PumpWork: @unchecked Sendable {
    // Sendable: `hash` is used by the inflating thread alone until it published its last item, and
    // read after that.
    private let archive: FeedArchive
    private let plan: [FeedArchive.Member]
    private let ring: ChunkRing
    private let convertsUTF16: Bool
    private let isHashed: Bool
    private let isCancelled = Locked(false)
    private let bytes = Locked(0)
    private var hash = ContentHash()

    init(
        archive: FeedArchive, plan: [FeedArchive.Member], ring: ChunkRing, convertsUTF16: Bool,
        isHashed: Bool
    ) {
        self.archive = archive
        self.plan = plan
        self.ring = ring
        self.convertsUTF16 = convertsUTF16
        self.isHashed = isHashed
    }

    /// Of the files that are not read, which the reference does not know, the names count: a bundle
    /// lists them.
    var contentHash: String {
        var whole = hash
        let read = Set(plan.map(\.name))
        for member in archive.members where !read.contains(member.name) {
            whole.finishMember(member.name)
        }
        return whole.value
    }
    var bytesRead: Int { bytes.withLock { $0 } }

    func cancel() {
        isCancelled.withLock { $0 = true }
    }

    private var isStopped: Bool {
        archive.cancellation.isCancelled || isCancelled.withLock { $0 }
    }

    func run() {
        for member in plan where !pump(member) { return }
    }

    /// Publishes one file. False when it failed or the reader has gone.
    private func pump(_ member: FeedArchive.Member) -> Bool {
        let stream: MemberStream
        do {
            stream = try archive.open(member)
        } catch {
            _ = ring.acquire()
            ring.publish(.failure(error))
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
                    chunk.encoding = .utf8
                    if isFirst, convertsUTF16, var started = UTF16Conversion(start: read) {
                        started.convert(chunk)
                        conversion = started
                    }
                }
            } catch {
                ring.publish(.failure(error))
                return false
            }
            isFirst = false
            guard !isStopped else {
                // The first reader has gone; the second must not wait for ever.
                ring.publish(.failure(.cancelled))
                return false
            }
            if chunk.count == 0 {
                if isHashed { hash.finishMember(member.name) }
                ring.publish(.endOfFile)
                return true
            }
            chunk.finish()
            ring.publish(.chunk(chunk))
        }
    }

    private func account(_ read: UnsafeRawBufferPointer) {
        if isHashed { hash.update(read) }
        bytes.withLock { $0 += read.count }
    }
}
