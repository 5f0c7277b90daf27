package import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import SystemLayer
import UnixSignals

@available(macOS 14, iOS 17, tvOS 17, *)
package struct APIServer {
    /// Port 0 means a free one.
    package struct Address: Hashable, Sendable, CustomStringConvertible {
        package let host: String
        package let port: Int

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }

        /// Reads `HOST:PORT`, `[::1]:PORT`, or a port of this machine; nil for anything else.
        package init?(_ text: String) {
            let colon = text.lastIndex(of: ":")
            let digits = colon.map { text[$0...].dropFirst() } ?? text[...]
            guard let port = Int(digits), 0...65_535 ~= port else { return nil }
            let host = colon.map { text[..<$0] } ?? "127.0.0.1"
            guard !host.isEmpty else { return nil }
            self.host = String(host.filter { $0 != "[" && $0 != "]" })
            self.port = port
        }

        package var description: String {
            (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
        }
    }

    private static let backlog = 1024

    private let core: ServerCore

    package init(_ core: ServerCore) {
        self.core = core
    }

    package func application(
        at address: Address, metrics: Address? = nil,
        running: @escaping @Sendable (Address) async -> Void = { _ in }
    ) -> Application<APIResponder> {
        listening(
            APIResponder(core), at: address, setup, services: others(metrics: metrics),
            running: running)
    }

    private var setup: GuardedChannel.Setup {
        GuardedChannel.Setup(
            limits: core.settings.limits, connections: core.openConnections,
            ids: core.requestIDs,
            log: core.settings.accessLog,
            quick: APIResponder(core))
    }

    private func others(metrics: Address?) -> [any Service] {
        let maintenance = Maintenance(core: core)
        guard let metrics else { return [maintenance] }
        let figures = listening(
            MetricsResponder(core: core), at: metrics,
            GuardedChannel.Setup(limits: core.settings.limits), services: [], running: { _ in })
        return [maintenance, figures]
    }

    package func run(
        atSockets sockets: [Int32], metrics: Address? = nil,
        running: @escaping @Sendable () async -> Void
    ) async throws {
        let servers = sockets.map {
            InheritedServer(socket: $0, core: core, setup: setup, running: running)
        }
        do {
            try await group(others(metrics: metrics) + servers, endingAt: Self.endingSignals).run()
        } catch let error as IOError {
            throw ServingError.cannotListen(
                address: "the sockets of LISTEN_FDS",
                reason: SystemError(number: error.errnoCode).description)
        }
    }

    private static let endingSignals: [UnixSignal] = [.sigterm, .sigint]

    private func listening<Responder: HTTPResponder>(
        _ responder: Responder, at address: Address, _ setup: GuardedChannel.Setup,
        services: [any Service],
        running: @escaping @Sendable (Address) async -> Void
    ) -> Application<Responder> where Responder.Context == BasicRequestContext {
        Application(
            responder: responder,
            server: HTTPServerBuilder { GuardedChannel(responder: $0, setup: setup) },
            configuration: .init(
                address: .hostname(address.host, port: address.port), backlog: Self.backlog,
                availableConnectionsDelegate: .maximum(
                    setup.limits.connections, logger: core.settings.logger)),
            services: services,
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? address.port
                await running(Address(host: address.host, port: port))
            },
            logger: core.settings.logger)
    }

    /// Answers that have begun are finished if the client reads them in time.
    func services(
        at address: Address, metrics: Address? = nil, endingAt signals: [UnixSignal] = [],
        running: @escaping @Sendable (Address) async -> Void
    ) -> ServiceGroup {
        let application = application(at: address, metrics: metrics, running: running)
        return group([application], endingAt: signals)
    }

    private func group(
        _ services: [any Service], endingAt signals: [UnixSignal]
    ) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: signals, logger: core.settings.logger)
        configuration.maximumGracefulShutdownDuration = .init(core.settings.limits.stop)
        return ServiceGroup(configuration: configuration)
    }

    package func run(
        at address: Address, metrics: Address? = nil,
        running: @escaping @Sendable (Address) async -> Void
    ) async throws {
        do {
            try await services(
                at: address, metrics: metrics, endingAt: Self.endingSignals, running: running
            ).run()
        } catch let error as IOError {
            let addresses = [address, metrics].compactMap { $0?.description }
            throw ServingError.cannotListen(
                address: addresses.joined(separator: " or "),
                reason: SystemError(number: error.errnoCode).description)
        } catch let error as SocketAddressError {
            throw ServingError.cannotListen(address: "\(address)", reason: "\(error)")
        }
    }

    /// Looking for newly published files, also at SIGHUP, and heartbeats on streams.
    private struct Maintenance: Service {
        let core: ServerCore

        func run() async {
            let core = core
            await cancelWhenGracefulShutdown {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await core.keepFresh() }
                    group.addTask { await core.hub.keepAlive() }
                    group.addTask { await core.followLive() }
                    group.addTask {
                        for await _ in await UnixSignalsSequence(trapping: .sighup) {
                            await core.reread()
                        }
                    }
                }
            }
        }
    }

    private struct MetricsResponder: HTTPResponder {
        typealias Context = BasicRequestContext

        let core: ServerCore

        func respond(to request: Request, context: Context) async throws -> Response {
            guard request.uri.path == "/metrics" else { return Response(status: .notFound) }
            guard request.method == .get || request.method == .head else {
                return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
            }
            await core.cover()
            let response = ReadyReply(
                Array(core.metricsText().utf8), type: "text/plain; version=0.0.4; charset=utf-8"
            ).response
            return request.method == .head ? response.createHeadResponse() : response
        }
    }
}
