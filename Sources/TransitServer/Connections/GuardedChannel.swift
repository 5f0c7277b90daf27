import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A connection of HTTP/1 that keeps requests within limits and abandons them when the client has
/// left.
///
/// Hummingbird's `HTTP1Channel` (2.28.1) does not cancel the answer for a client that has left, and
/// takes no handler before its decoder. It can replace this once it does both.
@available(macOS 14, iOS 17, tvOS 17, *)
struct GuardedChannel: HTTPChannelHandler {
    struct Value: ServerChildChannelValue {
        let requests: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
        let connection: ClientConnection

        var channel: any Channel { requests.channel }
    }

    struct Setup: Sendable {
        let limits: ConnectionLimits
        var connections = OpenConnections()
        var ids = RequestIDs()
        var log: AccessLog?
        var quick: APIResponder?
    }

    let responder: HTTPChannelHandler.Responder
    let setup: Setup

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let limits = setup.limits
            setup.connections.count(channel)
            let pipeline = channel.pipeline.syncOperations
            let client = ClientConnection(channel)
            let connection = ConnectionGuard(setup, client)
            try pipeline.addHandler(ConnectionGuard.Arrivals(connection))
            var decoder = NIOHTTPDecoderLimitConfiguration()
            decoder.maxHeaderFieldSize = limits.lineBytes
            decoder.maxHeaderListSize = limits.headBytes
            decoder.maxHeaderFieldCount = limits.headLines
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false,
                withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: decoder)
            try pipeline.addHandler(connection)
            try pipeline.addHandler(
                HTTPConnectionStateHandler(
                    idleTimeout: .init(limits.idle), logger: logger))
            if let quick = setup.quick {
                try pipeline.addHandler(QuickAnswers(quick, client: client, connection: connection))
            }
            return Value(
                requests: try NIOAsyncChannel(
                    wrappingChannelSynchronously: channel,
                    configuration: .init(isOutboundHalfClosureEnabled: true)),
                connection: client)
        }
    }

    func handle(value: Value, logger: Logger) async {
        let work = Task {
            await ClientConnection.$current.withValue(value.connection) {
                await handleHTTP(asyncChannel: value.requests, logger: logger)
            }
        }
        // No client waits for an answer any more: cancellation reaches its query.
        value.channel.closeFuture.whenComplete { _ in work.cancel() }
        await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
    }
}
