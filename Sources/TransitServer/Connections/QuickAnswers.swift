import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers requests where they arrive, if that needs nothing but memory: what is cached, and boards
/// of known hours. All others go on to the server, which answers them in tasks that may wait.
///
/// Hummingbird (2.28.1) answers only in tasks, and going there and back takes longer than such an
/// answer. This can be removed once a responder may reply on the event loop.
@available(macOS 14, iOS 17, tvOS 17, *)
final class QuickAnswers: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let responder: APIResponder
    private let client: ClientConnection
    private let connection: ConnectionGuard

    private var head: HTTPRequest?
    private var isWritten = false

    init(_ responder: APIResponder, client: ClientConnection, connection: ConnectionGuard) {
        self.responder = responder
        self.client = client
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head) where connection.isNextAnswer: self.head = head
        case .end where head != nil:
            guard let reply = reply(context) else {
                passOn(context)
                return context.fireChannelRead(data)
            }
            head = nil
            write(reply, context)
        default:
            passOn(context)
            context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The rest of the request comes later; the server decides whether to wait for it.
        passOn(context)
        if isWritten {
            isWritten = false
            context.flush()
        }
        context.fireChannelReadComplete()
    }

    private func reply(_ context: ChannelHandlerContext) -> ReadyReply? {
        // The server waits for a client that reads slowly.
        guard let head, connection.isNextAnswer, context.channel.isWritable else { return nil }
        return responder.quickReply(to: head, from: client)
    }

    private func passOn(_ context: ChannelHandlerContext) {
        guard let head else { return }
        self.head = nil
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func write(_ reply: ReadyReply, _ context: ChannelHandlerContext) {
        isWritten = true
        context.write(wrapOutboundOut(.head(reply.head)), promise: nil)
        if let body = reply.body {
            context.write(wrapOutboundOut(.body(body)), promise: nil)
        }
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
