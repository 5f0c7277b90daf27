/// The finished body of an answer, before it is compressed, and what caches may do with it.
@available(iOS 17, macOS 14, *)
package struct AnswerBody: Sendable {
    /// How long an answer holds.
    package enum Lifetime: Hashable, Sendable {
        /// Until another version is published; for ever below `/versions/`.
        case version
        /// Until the minute ends that the answer takes for now.
        case minute
    }

    /// What is sent.
    package var bytes: [UInt8]
    package var contentType: String
    package var lifetime: Lifetime

    /// A body of JSON, unless another type is said.
    package init(
        bytes: [UInt8], contentType: String = "application/json; charset=utf-8",
        lifetime: Lifetime = .version
    ) {
        self.bytes = bytes
        self.contentType = contentType
        self.lifetime = lifetime
    }
}
