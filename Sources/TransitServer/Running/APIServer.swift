package import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import SystemLayer
import UnixSignals

/// A server that listens: the API at one address, figures for Prometheus at another where that is
/// wanted.
@available(macOS 14, iOS 17, tvOS 17, *)
package struct APIServer {
    /// Where to listen: a host and a port, 0 for a free one.
    package struct Address: Hashable, Sendable, CustomStringConvertible {
        package let host: String
        package let port: Int

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }

        /// Reads `HOST:PORT`, `[::1]:PORT`, or a port of this machine; nil for what is none of it.
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

    /// Seconds without a request after which a connection is closed. Hummingbird would keep it open.
    private static let idleSeconds: Int64 = 60
    /// Seconds that answers have to finish in when the server is asked to stop.
    private static let patienceSeconds = 30

    private let core: ServerCore

    package init(_ core: ServerCore) {
        self.core = core
    }

    /// The API as an application, with what keeps it up to date.
    ///
    /// - Parameter running: called with the address when it listens.
    package func application(
        at address: Address, metrics: Address? = nil,
        running: @escaping @Sendable (Address) async -> Void = { _ in }
    ) -> Application<APIResponder> {
        var services: [any Service] = [Upkeep(core: core)]
        if let metrics {
            services.append(
                listening(
                    MetricsResponder(core: core), at: metrics, services: [], running: { _ in }))
        }
        return listening(
            APIResponder(core), at: address, services: services, running: running)
    }

    private func listening<Responder: HTTPResponder>(
        _ responder: Responder, at address: Address, services: [any Service],
        running: @escaping @Sendable (Address) async -> Void
    ) -> Application<Responder> where Responder.Context == BasicRequestContext {
        Application(
            responder: responder,
            server: .http1(configuration: .init(idleTimeout: .seconds(Self.idleSeconds))),
            configuration: .init(address: .hostname(address.host, port: address.port)),
            services: services,
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? address.port
                await running(Address(host: address.host, port: port))
            },
            logger: core.settings.logger)
    }

    /// Serves until SIGTERM or SIGINT comes; answers that have begun are finished.
    ///
    /// - Throws: `ServingError` when an address cannot be listened at.
    package func run(
        at address: Address, metrics: Address? = nil,
        running: @escaping @Sendable (Address) async -> Void
    ) async throws {
        let application = application(at: address, metrics: metrics, running: running)
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: core.settings.logger)
        configuration.maximumGracefulShutdownDuration = .seconds(Self.patienceSeconds)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError {
            let addresses = [address, metrics].compactMap { $0?.description }
            throw ServingError.cannotListen(
                address: addresses.joined(separator: " or "),
                reason: SystemError(number: error.errnoCode).description)
        } catch let error as SocketAddressError {
            throw ServingError.cannotListen(address: "\(address)", reason: "\(error)")
        }
    }

    /// What goes on beside the answers: looking for what was published, at SIGHUP too, and signs of
    /// life on streams.
    private struct Upkeep: Service {
        let core: ServerCore

        func run() async {
            let core = core
            await cancelWhenGracefulShutdown {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await core.keepFresh() }
                    group.addTask { await core.hub.keepAlive() }
                    group.addTask {
                        for await _ in await UnixSignalsSequence(trapping: .sighup) {
                            await core.catalog.refresh()
                        }
                    }
                }
            }
        }
    }

    /// Answers `/metrics`, and nothing else.
    private struct MetricsResponder: HTTPResponder {
        typealias Context = BasicRequestContext

        let core: ServerCore

        func respond(to request: Request, context: Context) async throws -> Response {
            guard request.uri.path == "/metrics" else { return Response(status: .notFound) }
            guard request.method == .get || request.method == .head else {
                return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
            }
            let response = Response(
                status: .ok,
                headers: [
                    .contentType: "text/plain; version=0.0.4; charset=utf-8",
                    .cacheControl: "no-store",
                ], body: ResponseBody(byteBuffer: ByteBuffer(string: core.metricsText())))
            return request.method == .head ? response.createHeadResponse() : response
        }
    }
}
