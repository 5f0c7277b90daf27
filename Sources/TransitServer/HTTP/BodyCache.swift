import BundleDelta
import NIOCore
import SystemLayer

/// The request that a finished body answers.
@available(iOS 17, macOS 14, *)
struct BodyKey: Hashable, Sendable {
    let feed: String
    let version: String
    /// The endpoint with its id and parameters in canonical order.
    let question: String
    let language: SpokenLanguage
    /// The minute that the answer treats as now; nil when it does not depend on it.
    let minute: Int?
    /// The live data in the answer; nil without any.
    var live: LiveStamp?
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

    /// Whether ``gzip()`` has its bytes already, or needs none.
    var isCompressed: Bool {
        plain.readableBytes <= Self.worthCompressing || compressed.withLock { $0 != nil }
    }

    /// The tag of the body in one of its encodings, made on first use: it depends only on its bytes, or on
    /// the key under which the body is cached.
    func tag(isGzip: Bool, _ make: () -> EntityTag) -> EntityTag {
        tags.withLock { tags in
            if let tag = tags[isGzip] { return tag }
            let tag = make()
            tags[isGzip] = tag
            return tag
        }
    }

    /// The tag of its bytes.
    func tagOfBytes(isGzip: Bool) -> EntityTag {
        EntityTag(of: [
            String(decoding: plain.readableBytesView, as: UTF8.self), isGzip ? "gzip" : "",
        ])
    }

    /// Bytes of memory, including those that its gzip may take.
    var cost: Int { plain.readableBytes * 2 + 512 }
}

/// The most recently used bodies, up to a limit in bytes.
@available(iOS 17, macOS 14, *)
typealias BodyCache = WeighedCache<BodyKey, FinishedBody>

@available(iOS 17, macOS 14, *)
extension BodyCache {
    /// The body of an answer.
    func body(of asked: BundleQuestion) -> FinishedBody? {
        value(for: asked.key(.version), or: asked.key(.minute))
    }

    /// Caches an answer, and returns its body.
    func keep(_ answer: AnswerBody, for asked: BundleQuestion) -> FinishedBody {
        let body = FinishedBody(answer)
        insert(body, weight: body.cost, for: asked.key(body.lifetime))
        return body
    }

    /// Forgets the bodies of all versions but some.
    ///
    /// - Parameter offered: the versions of each feed.
    func keep(_ offered: [String: Set<String>]) {
        keep { offered[$0.feed]?.contains($0.version) ?? false }
    }
}
