import BundleDelta
import NIOCore
import SystemLayer

/// What a finished body is an answer to.
@available(iOS 17, macOS 14, *)
struct BodyKey: Hashable, Sendable {
    let feed: String
    let version: String
    /// The endpoint with its id and parameters in canonical order.
    let question: String
    let language: String?
    /// The minute that the answer treats as now; nil when it does not depend on it.
    let minute: Int?
}

/// A body ready for sending, in both encodings.
@available(iOS 17, macOS 14, *)
final class FinishedBody: Sendable {
    /// Compression does not save shorter bodies any packets.
    static let worthCompressing = 1024

    let plain: ByteBuffer
    let contentType: String
    let lifetime: AnswerBody.Lifetime
    private let compressed = Locked<ByteBuffer?>(nil)
    private let tags = Locked<[Bool: EntityTag]>([:])

    init(_ body: AnswerBody) {
        plain = ByteBuffer(bytes: body.bytes)
        contentType = body.contentType
        lifetime = body.lifetime
    }

    /// The body as gzip, made on first use; nil when it is not worth it.
    func gzip() throws -> ByteBuffer? {
        guard plain.readableBytes > Self.worthCompressing else { return nil }
        return try compressed.withLock { compressed in
            if let compressed { return compressed }
            let bytes = try plain.withUnsafeReadableBytes { try GzipBytes.compressed($0) }
            let buffer = ByteBuffer(bytes: bytes)
            compressed = buffer
            return buffer
        }
    }

    /// The tag of the body in one of its encodings, made on first use: it depends only on the key
    /// under which the body is cached.
    func tag(isGzip: Bool, _ make: () -> EntityTag) -> EntityTag {
        tags.withLock { tags in
            if let tag = tags[isGzip] { return tag }
            let tag = make()
            tags[isGzip] = tag
            return tag
        }
    }

    /// Bytes of memory, including those that its gzip may take.
    var cost: Int { plain.readableBytes * 2 + 512 }
}

/// The most recently used bodies, up to a limit in bytes.
@available(iOS 17, macOS 14, *)
final class BodyCache: Sendable {
    private struct Entry: Sendable {
        let body: FinishedBody
        var use: UInt64
    }

    private struct State: Sendable {
        var entries: [BodyKey: Entry] = [:]
        var bytes = 0
        var uses: UInt64 = 0
        var hits = 0
        var misses = 0
    }

    private let limit: Int
    private let state = Locked(State())

    /// An empty cache.
    ///
    /// - Parameter limit: the most bytes that it keeps.
    init(limit: Int) {
        self.limit = limit
    }

    /// The first body in the cache for any of these keys.
    func body(_ keys: [BodyKey]) -> FinishedBody? {
        state.withLock { state in
            for key in keys {
                guard let body = state.entries[key]?.body else { continue }
                state.uses += 1
                state.entries[key]?.use = state.uses
                state.hits += 1
                return body
            }
            state.misses += 1
            return nil
        }
    }

    /// Caches a body, and forgets the least recently used ones when there are too many.
    func insert(_ body: FinishedBody, for key: BodyKey) {
        // A body that would displace most others is not worth it.
        guard body.cost <= limit / 4 else { return }
        state.withLock { state in
            state.uses += 1
            if let old = state.entries[key] { state.bytes -= old.body.cost }
            state.entries[key] = Entry(body: body, use: state.uses)
            state.bytes += body.cost
            guard state.bytes > limit else { return }
            // Down to three quarters, so that one sort serves many insertions.
            for (key, entry) in state.entries.sorted(by: { $0.value.use < $1.value.use }) {
                guard state.bytes > limit / 4 * 3 else { break }
                state.entries[key] = nil
                state.bytes -= entry.body.cost
            }
        }
    }

    /// The figures for metrics.
    var totals: (bytes: Int, bodies: Int, hits: Int, misses: Int) {
        state.withLock { ($0.bytes, $0.entries.count, $0.hits, $0.misses) }
    }
}
