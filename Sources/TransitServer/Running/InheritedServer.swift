import Foundation
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
/// Hummingbird (2.28.1) listens only at sockets that it opens itself. This can go once its
/// `BindAddress` takes an open one.
@available(macOS 14, iOS 17, tvOS 17, *)
struct InheritedServer: Service {
    let socket: Int32
    let setup: GuardedChannel.Setup
    let logger: Logger
    private let responder: HTTPChannelHandler.Responder
    private let running: @Sendable () async -> Void

    init<Responder: HTTPResponder>(
        _ socket: Int32, responder: Responder, setup: GuardedChannel.Setup, logger: Logger,
        running: @escaping @Sendable () async -> Void
    ) where Responder.Context == BasicRequestContext {
        self.socket = socket
        self.setup = setup
        self.logger = logger
        self.running = running
        let dates = DateHeader()
        self.responder = { request, writer, channel in
            let source = ApplicationRequestContextSource(channel: channel, logger: logger)
            var response = try await responder.respond(
                to: request, context: BasicRequestContext(source: source))
            response.headers[.date] = dates.text(at: Date())
            try await writer.write(response: response.head, body: response.body)
        }
    }

    func run() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let quiescing = ServerQuiescingHelper(group: group)
        let channel = GuardedChannel(responder: responder, setup: setup)
        let logger = logger
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

/// The header `Date`, made once a second.
///
/// Hummingbird's `DateCache` (2.28.1) is internal, and only its `Application` adds the header. This
/// can go once both ways above need no header of their own.
@available(iOS 17, macOS 14, *)
final class DateHeader: Sendable {
    private let last = Locked<(second: Int, text: String)>((.min, ""))

    private static let style = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \
            \(year: .padded(4)) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\
            \(minute: .twoDigits):\(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian))

    /// The header for an instant.
    func text(at instant: Date) -> String {
        let second = Int(instant.timeIntervalSince1970.rounded(.down))
        return last.withLock { last in
            if last.second != second { last = (second, Self.style.format(instant)) }
            return last.text
        }
    }
}
