import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import SystemLayer
import TransitAPI

/// Keeps input within ``ConnectionLimits``, and converts the parts of HTTP/1 into those that the
/// server uses.
///
///     bytes ─▶ Arrivals ─▶ decoder ─▶ ConnectionGuard ─▶ idle time ─▶ QuickAnswers ─▶ server
///
/// A request that is refused here never reaches the server: the answer is sent, further input is
/// discarded for a moment, and the connection is closed.
@available(macOS 14, iOS 17, tvOS 17, *)
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let setup: GuardedChannel.Setup
    private let client: ClientConnection

    private var limits: ConnectionLimits { setup.limits }

    private var pending = 0
    private var answered = 0
    private var isAnswering = false
    private var isReading = false
    /// The number of requests that have arrived completely; a change shows that one has.
    private(set) var arrived = 0
    private var bodyBytes = 0
    private var endsHere = false
    /// The client speaks HTTP/1.0, where the end of the connection ends an answer without a length.
    private var isOld = false
    private(set) var isLast = false
    private var refusal: APIFailure?
    /// Everything has been sent: the connection stays open only until the client has read it.
    private var isLeaving = false

    private var arrival: Scheduled<Void>?
    private var stall: Scheduled<Void>?

    private var logged: (request: AccessLog.Request, status: Int, bytes: Int)?

    init(_ setup: GuardedChannel.Setup, _ client: ClientConnection) {
        self.setup = setup
        self.client = client
    }

    func channelInactive(context: ChannelHandlerContext) {
        arrival?.cancel()
        stall?.cancel()
        client.readerWentOn()
        endLine(isCut: true)
        context.fireChannelInactive()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isLast else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): read(head, context)
        case .body(let body):
            // No request needs a body.
            bodyBytes += body.readableBytes
            if bodyBytes > limits.bodyBytes {
                endRequests(context, refusing: longBody("Transfer-Encoding"))
            }
        case .end:
            isReading = false
            arrived += 1
            if endsHere { isLast = true }
            context.fireChannelRead(wrapInboundOut(.end(nil)))
        }
    }

    private func read(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        bodyBytes = 0
        let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
        guard length <= limits.bodyBytes else {
            return endRequests(context, refusing: longBody("Content-Length"))
        }
        guard Self.namesHost(head) else { return endRequests(context, refusing: Self.noHost) }
        do {
            let request = try Self.request(head)
            isReading = true
            pending += 1
            isOld = head.version == .http1_0
            endsHere = isOld || !head.isKeepAlive
            context.fireChannelRead(wrapInboundOut(.head(request)))
        } catch {
            endRequests(context, refusing: Self.malformed)
        }
    }

    private static func request(_ head: HTTPRequestHead) throws -> HTTPRequest {
        guard head.uri.utf8.first == UInt8(ascii: "/") else {
            return try HTTPRequest(head, secure: false, splitCookie: false)
        }
        // A path needs none of the work that the initializer does to find one in an address: that
        // takes longer than the rest of the head.
        return HTTPRequest(
            method: try HTTPRequest.Method(head.method), scheme: "http",
            authority: head.headers.first(name: "host"), path: head.uri,
            headerFields: HTTPFields(head.headers, splitCookie: false))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow:
            let failure = APIFailure(
                .headTooLarge, field: "head",
                "A request may have \(limits.headLines) header fields, with \(limits.headBytes) "
                    + "bytes in all and \(limits.lineBytes) in each.")
            endRequests(context, refusing: failure)
        case is HTTPParserError: endRequests(context, refusing: Self.malformed)
        default: context.fireErrorCaught(error)
        }
    }

    private static let malformed = APIFailure(
        .malformedRequest, field: "head", "This is not an HTTP/1.1 request.")

    private static let noHost = APIFailure(
        .malformedRequest, field: "Host", "An HTTP/1.1 request has exactly one Host header.")

    private func longBody(_ field: String) -> APIFailure {
        APIFailure(
            .bodyTooLarge, field: field,
            "Requests here have no body, and no more than \(limits.bodyBytes) bytes of one are "
                + "discarded.")
    }

    /// Whether a head has exactly one `Host`, which HTTP/1.0 may leave out. Of two, a proxy in
    /// front might have used the other.
    private static func namesHost(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"].count
        return hosts == 1 || hosts == 0 && head.version == .http1_0
    }

    /// Accepts no more requests; those that the server has are answered first, except the one that
    /// is arriving: it is refused, unless its answer has begun.
    private func endRequests(_ context: ChannelHandlerContext, refusing failure: APIFailure) {
        guard !isLast else { return }
        isLast = true
        arrival?.cancel()
        if isReading {
            isReading = false
            if pending > (isAnswering ? 1 : 0) {
                pending -= 1
                refusal = failure
            }
            // The end of this request will not come; the server would wait for it.
            context.fireChannelRead(wrapInboundOut(.end(nil)))
        } else {
            refusal = failure
        }
        if pending == 0 { leave(context) }
    }

    /// Whether the answer to the request that has arrived may be written now: it is the only one,
    /// and the client may send more.
    var isNextAnswer: Bool { pending == 1 && !isLast && !endsHere && refusal == nil }

    // MARK: Time

    /// - Parameter isCut: whether the last bytes belong to a request that continues.
    func bytesArrived(since before: Int, isCut: Bool, _ context: ChannelHandlerContext) {
        if arrived != before {
            arrival?.cancel()
            arrival = nil
        }
        if isReading || isCut, arrival == nil { awaitArrival(context) }
    }

    private func awaitArrival(_ context: ChannelHandlerContext) {
        arrival = context.eventLoop.assumeIsolated().scheduleTask(in: limits.arrival) { [self] in
            arrival = nil
            guard !isLast else { return }
            if pending > (isReading ? 1 : 0) || isAnswering {
                // The server does not read on before it has answered, so the client is not to
                // blame.
                awaitArrival(context)
            } else {
                context.close(promise: nil)
            }
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = nil
        if context.channel.isWritable {
            client.readerWentOn()
        } else {
            awaitReading(context, Self.unread(context))
        }
        context.fireChannelWritabilityChanged()
    }

    private func awaitReading(_ context: ChannelHandlerContext, _ before: Int) {
        stall = context.eventLoop.assumeIsolated().scheduleTask(in: limits.stall) { [self] in
            stall = nil
            let unread = Self.unread(context)
            if unread < before {
                awaitReading(context, unread)
            } else {
                context.close(promise: nil)
            }
        }
    }

    private static func unread(_ context: ChannelHandlerContext) -> Int {
        // For a channel that does not know, nothing counts as read.
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed:
            if isLeaving { return context.close(promise: nil) }
            awaitReturn(context, answered)
        // The server would close the connection when it cannot write the answer of a request that
        // was refused, and the client might never read why.
        case ChannelEvent.outputClosed where isLeaving: return
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Closes the connection of a client that has closed its side and whose answer has not begun;
    /// the query is then canceled.
    private func awaitReturn(_ context: ChannelHandlerContext, _ before: Int) {
        context.eventLoop.assumeIsolated().scheduleTask(in: limits.absence) { [self] in
            guard pending > 0, !isAnswering else { return }
            if answered == before {
                context.close(promise: nil)
            } else {
                awaitReturn(context, answered)
            }
        }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // The answer of a request that was refused.
        guard !isLeaving else {
            promise?.succeed(())
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let response):
            isAnswering = true
            if setup.log != nil {
                logged = client.request.take().map { ($0, response.status.code, 0) }
            }
            var head = HTTPResponseHead(response)
            if isLast, pending == 1, refusal == nil {
                head.headers.replaceOrAdd(name: "connection", value: "close")
                if isOld { head.version = .http1_0 }
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let body):
            logged?.bytes += body.readableBytes
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: promise)
        case .end:
            endLine(isCut: false)
            isAnswering = false
            pending -= 1
            answered += 1
            context.write(wrapOutboundOut(.end(nil)), promise: promise)
            if isLast, pending == 0 { leave(context) }
        }
    }

    private func endLine(isCut: Bool) {
        guard let (request, status, bytes) = logged else { return }
        setup.log?.add(request, status: status, bytes: bytes, isCut: isCut)
        logged = nil
    }

    /// Says why the last request is refused, if it is, and lets the client read that before the
    /// connection closes: closing it while bytes arrive would discard what was sent.
    private func leave(_ context: ChannelHandlerContext) {
        isLeaving = true
        if let refusal { write(refusal, context) }
        context.flush()
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: limits.farewell) {
            context.close(promise: nil)
        }
    }

    private func write(_ failure: APIFailure, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(bytes: ErrorEnvelope(failure).jsonBytes)
        // Neither its method nor its path can be relied on.
        let request = AccessLog.Request(
            id: setup.ids.next(), method: "", endpoint: "refused", start: ThisProcess.steadySeconds)
        setup.log?.add(
            request, status: failure.code.status, bytes: body.readableBytes, isCut: false)
        let headers: HTTPHeaders = [
            "x-request-id": request.id,
            "content-type": "application/json; charset=utf-8", "cache-control": "no-store",
            "content-length": "\(body.readableBytes)", "connection": "close",
        ]
        let head = HTTPResponseHead(
            version: .http1_1, status: .init(statusCode: failure.code.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
    }

    // MARK: Bytes

    final class Arrivals: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer

        /// CR, LF, CR, LF.
        private static let emptyLine: UInt32 = 0x0D0A_0D0A

        private let connection: ConnectionGuard

        init(_ connection: ConnectionGuard) {
            self.connection = connection
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !connection.isLast else { return }
            var bytes = unwrapInboundIn(data)
            let before = connection.arrived
            // The last byte shows whether a request ends with it, or another has begun after the
            // end of one. An empty line, with which nearly all end, shows that at once.
            let end = bytes.getInteger(at: bytes.writerIndex - 4, as: UInt32.self)
            if end != Self.emptyLine, bytes.readableBytes > 1,
                let first = bytes.readSlice(length: bytes.readableBytes - 1)
            {
                context.fireChannelRead(wrapInboundOut(first))
                guard !connection.isLast else { return }
            }
            let beforeLast = connection.arrived
            context.fireChannelRead(wrapInboundOut(bytes))
            connection.bytesArrived(
                since: before, isCut: connection.arrived == beforeLast, context)
        }
    }
}
