package import Foundation
package import Logging
package import TransitAPI

/// What whoever starts a server decides.
@available(iOS 17, macOS 14, *)
package struct ServerSettings: Sendable {
    /// What `GET /` says; nil for the feed's publisher and "API".
    package var title: String?
    /// From which pages browsers may ask.
    package var origins = OriginPolicy()
    /// The most bytes of finished bodies that are kept.
    package var cacheBytes = 64 << 20
    /// What connections may take.
    package var limits = ConnectionLimits()
    /// How often each client may ask; nil for as often as it likes.
    package var limiter: RateLimiter?
    /// Whose word is taken for who a client is.
    package var proxies = TrustedProxies()
    /// What requests have to show; nil when nothing.
    package var keys: AccessKeys?
    /// What the server of HTTPS shows; nil for plain HTTP.
    package var certificate: ServerCertificate?
    /// Where answers are noted; nil for nowhere.
    package var accessLog: AccessLog?
    /// How often is looked whether something new was published.
    package var refreshSeconds = 5
    /// By which "now" is told.
    package var clock = ServerClock.system
    /// Where failures of the server go.
    package var logger = Logger(label: "gtfs-serve")
    /// What answers a question about a feed.
    package var answer: @Sendable (Question, AnswerContext) async throws -> AnswerBody
    /// What makes the board of a stream.
    package var board: @Sendable (Question, AnswerContext) async throws -> StreamedBoard

    /// The usual ones.
    package init(
        answer: @escaping @Sendable (Question, AnswerContext) async throws -> AnswerBody,
        board: @escaping @Sendable (Question, AnswerContext) async throws -> StreamedBoard
    ) {
        self.answer = answer
        self.board = board
    }
}

/// The board of a stop at one moment, for those who follow it.
@available(iOS 17, macOS 14, *)
package struct StreamedBoard: Sendable {
    /// The body of the answer.
    package var body: [UInt8]
    /// When it will be another, if nothing is published before; nil when the bundle does not know.
    package var changesAt: Date?

    package init(body: [UInt8], changesAt: Date?) {
        self.body = body
        self.changesAt = changesAt
    }
}
