import Foundation
import GTFSSchedule
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOPosix
import ServiceLifecycle
import SystemLayer

/// Serves at a socket that another process opened for listening, such as systemd: connections wait
/// there while the server starts or restarts.
///
/// Hummingbird (2.28.1) listens only at sockets that it opens itself. This can be removed once its
/// `BindAddress` takes an open one.
@available(macOS 14, iOS 17, tvOS 17, *)
struct InheritedServer: Service {
    let socket: Int32
    let core: ServerCore
    let setup: GuardedChannel.Setup
    let running: @Sendable () async -> Void

    private var responder: HTTPChannelHandler.Responder {
        let answers = APIResponder(core)
        return { [core] request, writer, channel in
            let source = ApplicationRequestContextSource(
                channel: channel, logger: core.settings.logger)
            var response = try await answers.respond(
                to: request, context: BasicRequestContext(source: source))
            response.headers[.date] = core.dates.text(at: Date())
            try await writer.write(response: response.head, body: response.body)
        }
    }

    func run() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let quiescing = ServerQuiescingHelper(group: group)
        let channel = GuardedChannel(responder: responder, setup: setup)
        let logger = core.settings.logger
        let most = setup.limits.connections
        let server = try await ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(
                        AvailableConnectionsChannelHandler<MaximumAvailableConnections>(
                            maxConnections: most))
                    try pipeline.addHandler(quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .bind(socket) { channel.setup(channel: $0, logger: logger) }
        await withGracefulShutdownHandler {
            await running()
            await withDiscardingTaskGroup { tasks in
                do {
                    try await server.executeThenClose { connections in
                        for try await connection in connections {
                            tasks.addTask {
                                await channel.handle(value: connection, logger: logger)
                            }
                        }
                    }
                } catch {
                    logger.error("no more connections are accepted: \(error)")
                }
            }
        } onGracefulShutdown: {
            quiescing.initiateShutdown(promise: nil)
        }
    }
}

/// The header `Date`, created once a second.
///
/// Hummingbird's `DateCache` (2.28.1) is internal, and only its `Application` adds the header. This
/// can be removed once both ways above need no header of their own.
@available(iOS 17, macOS 14, *)
final class DateHeader: Sendable {
    private let last = Locked<(second: Int, text: String)>((.min, ""))

    func text(at instant: Date) -> String {
        let second = Int(instant.timeIntervalSince1970.rounded(.down))
        return last.withLock { last in
            if last.second != second { last = (second, HTTPDate.text(second)) }
            return last.text
        }
    }
}
