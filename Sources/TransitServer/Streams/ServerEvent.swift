import NIOCore

/// An event of `text/event-stream`, or a comment that keeps the connection alive.
@available(iOS 17, macOS 14, *)
struct ServerEvent: Hashable, Sendable {
    /// The values of `event:`.
    enum Kind: String, Sendable {
        /// The board as it is now.
        case board
        /// Another version of the bundle answers from now on.
        case bundle
        /// The reason why no more boards follow; the stream ends.
        case failure
    }

    /// Nil for a comment.
    let kind: Kind?
    /// The id that a returning client sends in `Last-Event-ID`.
    let id: String?
    let data: String

    init(_ kind: Kind, id: String? = nil, data: String) {
        self.kind = kind
        self.id = id
        self.data = data
    }

    private init(comment: String) {
        kind = nil
        id = nil
        data = comment
    }

    /// Shows that the connection is still open.
    static let heartbeat = ServerEvent(comment: "still here")

    /// The event as sent.
    var text: String {
        guard let kind else { return ": \(data)\n\n" }
        var text = "event: \(kind.rawValue)\n"
        if let id { text += "id: \(id)\n" }
        // A line break within the data would end it.
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            text += "data: \(line)\n"
        }
        return text + "\n"
    }

    /// The bytes to send.
    var buffer: ByteBuffer { ByteBuffer(string: text) }
}
