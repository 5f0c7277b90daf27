/// The finished body of an answer before compression, and how caches may treat it.
@available(iOS 17, macOS 14, *)
package struct AnswerBody: Sendable {
    /// The time that an answer is valid.
    package enum Lifetime: Hashable, Sendable {
        /// Until another version is published; for ever below `/versions/`.
        case version
        /// Until the end of the minute that the answer treats as now.
        case minute
    }

    /// The bytes that are sent.
    package var bytes: [UInt8]
    package var contentType: String
    package var lifetime: Lifetime

    /// A body of JSON, unless another type is given.
    package init(
        bytes: [UInt8], contentType: String = "application/json; charset=utf-8",
        lifetime: Lifetime = .version
    ) {
        self.bytes = bytes
        self.contentType = contentType
        self.lifetime = lifetime
    }
}
