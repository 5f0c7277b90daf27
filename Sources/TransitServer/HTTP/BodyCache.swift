import BundleDelta
import NIOCore
import SystemLayer
import TransitAnswers

@available(iOS 17, macOS 14, *)
struct BodyKey: Hashable, Sendable {
    let feed: String
    let version: String
    let question: String
    let language: SpokenLanguage
    let minute: Int?
    var live: LiveStamp?
}

@available(iOS 17, macOS 14, *)
final class FinishedBody: Sendable {
    /// Compression does not save shorter bodies any packets.
    static let worthCompressing = 1024

    let plain: ByteBuffer
    let contentType: String
    let lifetime: AnswerBody.Lifetime
    let realtimeAt: String?
    private let compressed = Locked<ByteBuffer?>(nil)
    private let tags = Locked<[Bool: EntityTag]>([:])

    init(_ body: AnswerBody) {
        plain = ByteBuffer(bytes: body.bytes)
        contentType = body.contentType ?? ReadyReply.json
        lifetime = body.lifetime
        realtimeAt = body.realtimeAt
    }

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

    var isCompressed: Bool {
        plain.readableBytes <= Self.worthCompressing || compressed.withLock { $0 != nil }
    }

    /// The tag of the body in one of its encodings, created on first use: it depends only on its
    /// bytes, or on the key under which the body is cached.
    func tag(isGzip: Bool, _ make: () -> EntityTag) -> EntityTag {
        tags.withLock { tags in
            if let tag = tags[isGzip] { return tag }
            let tag = make()
            tags[isGzip] = tag
            return tag
        }
    }

    func tagOfBytes(isGzip: Bool) -> EntityTag {
        EntityTag(of: [
            String(decoding: plain.readableBytesView, as: UTF8.self), isGzip ? "gzip" : "",
        ])
    }

    var cost: Int { plain.readableBytes * 2 + 512 }
}

@available(iOS 17, macOS 14, *)
typealias BodyCache = WeighedCache<BodyKey, FinishedBody>

@available(iOS 17, macOS 14, *)
extension BodyCache {
    func body(of asked: BundleQuestion) -> FinishedBody? {
        // Only live data makes an answer last shorter than its question does.
        guard asked.live != nil else { return value(for: asked.key(asked.question.lifetime)) }
        return value(for: asked.key(.version), or: asked.key(.minute))
    }

    func keep(_ answer: AnswerBody, for asked: BundleQuestion) -> FinishedBody {
        let body = FinishedBody(answer)
        insert(body, weight: body.cost, for: asked.key(body.lifetime))
        return body
    }

    func keep(_ offered: [String: Set<String>]) {
        keep { offered[$0.feed]?.contains($0.version) ?? false }
    }
}
