#if Programs
    public import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOHTTPCompression
    import NIOPosix
    import NIOSSL
    import SystemLayer
    public import TransitClient

    /// Sends requests with AsyncHTTPClient: the transport for servers on Linux.
    ///
    /// It unpacks gzip. It follows no redirects, but returns their answers as they are.
    ///
    /// ```swift
    /// let client = TransitClient(server, transport: try NIOTransport())
    /// let routes = try await client.routes().map(\.name)
    /// ```
    public final class NIOTransport: Transport {
        /// Which certificates are trusted.
        public enum Trust: Sendable {
            /// Those of the machine.
            case system
            /// Only servers that these PEM certificates vouch for: this pins a server with its own
            /// authority, or with a self-signed certificate.
            case pem(String)
        }

        private let client: HTTPClient
        private let isOwner: Bool
        private let unpacks: Bool
        private let isOpen = Locked(true)

        private static let mostUnpackedBytes = 256 << 20

        /// A transport with connections of its own.
        ///
        /// ```swift
        /// let transport = try NIOTransport(trust: .pem(certificate))
        /// ```
        ///
        /// - Parameter trust: which certificates are trusted.
        /// - Throws: `TransportError` for certificates that cannot be read.
        public init(trust: Trust = .system) throws {
            var tls = TLSConfiguration.makeClientConfiguration()
            if case .pem(let text) = trust {
                do {
                    tls.trustRoots = .certificates(
                        try NIOSSLCertificate.fromPEMBytes(Array(text.utf8)))
                } catch {
                    throw TransportError(.untrusted, "the certificates to trust cannot be read")
                }
            }
            var configuration = HTTPClient.Configuration(
                tlsConfiguration: tls, redirectConfiguration: .disallow,
                decompression: .enabled(limit: .size(Self.mostUnpackedBytes)))
            // The caller decides when to try again.
            configuration.connectionPool.retryConnectionEstablishment = false
            client = HTTPClient(configuration: configuration)
            isOwner = true
            unpacks = true
        }

        /// A transport over a shared client, which others shut down.
        ///
        /// - Parameters:
        ///   - client: it must not follow redirects.
        ///   - unpacks: whether its configuration has `decompression` on. If not, uncompressed
        ///     answers are requested.
        public init(sharing client: HTTPClient, unpacks: Bool) {
            self.client = client
            self.unpacks = unpacks
            isOwner = false
        }

        deinit {
            // Releasing a client without this ends the process.
            if isOwner, close() { _ = client.shutdown() as EventLoopFuture<Void> }
        }

        /// Ends requests under way and closes the connections, if they are its own. Nothing can be
        /// sent afterwards. A transport does this by itself when it is released, but then no caller
        /// can wait for it.
        ///
        /// ```swift
        /// try await transport.shutdown()
        /// var failure: TransportError?
        /// do {
        ///     _ = try await transport.send(TransportRequest(url: server))
        /// } catch let error as TransportError {
        ///     failure = error
        /// }
        /// ```
        public func shutdown() async throws {
            if isOwner, close() { try await client.shutdown() }
        }

        /// Returns whether it was still open.
        private func close() -> Bool {
            isOpen.withLock { isOpen in
                defer { isOpen = false }
                return isOpen
            }
        }

        public func send(_ request: TransportRequest) async throws -> TransportResponse {
            var sent = HTTPClientRequest(url: request.url.absoluteString)
            for (name, value) in request.headers.sorted(by: { $0.key < $1.key })
            where unpacks || name != "accept-encoding" {
                sent.headers.add(name: name, value: value)
            }
            do {
                try Task.checkCancellation()
                let response = try await client.execute(
                    sent, timeout: .nanoseconds(request.timeout.nanoseconds))
                // The head may have arrived before the cancellation.
                try Task.checkCancellation()
                let reader = BodyReader(response.body, timeout: request.timeout)
                return TransportResponse(
                    status: Int(response.status.code), headers: Self.fields(response.headers),
                    body: TransportBody { try await reader.next() })
            } catch {
                throw Self.unified(error)
            }
        }

        private static func fields(_ headers: HTTPHeaders) -> [String: String] {
            var fields: [String: String] = [:]
            for (name, value) in headers {
                fields.merge([name.lowercased(): value]) { "\($0), \($1)" }
            }
            return fields
        }

        private static let unreachable = [
            ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL,
        ]

        fileprivate static func unified(_ error: any Error) -> any Error {
            if error is CancellationError || Task.isCancelled { return CancellationError() }
            switch error {
            case let error as TransportError: return error
            case let error as HTTPClientError: return unified(error)
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
                return TransportError(.untrusted, "the certificate is not trusted: \(error)")
            case is NIOConnectionError:
                return TransportError(.unreachable, "no server answers there")
            case let error as IOError where unreachable.contains(error.errnoCode):
                return TransportError(.unreachable, "no server answers there: \(error)")
            case ChannelError.connectTimeout as ChannelError:
                return TransportError(.timeout, "there was no connection in time")
            case is ChannelError, is IOError:
                return TransportError(.cut, "the connection was lost: \(error)")
            case let error as HTTPParserError where error == .invalidEOFState:
                return TransportError(.cut, "the connection ended before the answer did")
            case let error as NIOHTTPDecompression.ExtraDecompressionError
            where error == .truncatedData:
                return TransportError(.cut, "the connection ended before the answer did")
            default:
                return TransportError(.malformed, "the answer is not HTTP: \(error)")
            }
        }

        private static func unified(_ error: HTTPClientError) -> TransportError {
            switch error {
            case .readTimeout, .writeTimeout, .deadlineExceeded, .connectTimeout,
                .getConnectionFromPoolTimeout:
                TransportError(.timeout, "nothing came in time")
            case .remoteConnectionClosed, .requestStreamCancelled, .bodyLengthMismatch:
                TransportError(.cut, "the connection ended before the answer did")
            case .tlsHandshakeTimeout:
                TransportError(.timeout, "there was no safe connection in time")
            case .alreadyShutdown, .cancelled:
                TransportError(.unreachable, "the transport was shut down")
            case .emptyHost, .invalidURL, .emptyScheme:
                TransportError(.unreachable, "this is not the address of a server")
            default:
                TransportError(.malformed, "the answer breaks the rules of HTTP: \(error)")
            }
        }

        /// Reads the parts of a body, each in time.
        ///
        /// `@unchecked Sendable`: the iterator belongs to the caller that has set `isBusy`.
        private final class BodyReader: @unchecked Sendable {
            private var iterator: HTTPClientResponse.Body.AsyncIterator
            private let timeout: Duration
            private let isBusy = Locked(false)

            init(_ body: HTTPClientResponse.Body, timeout: Duration) {
                iterator = body.makeAsyncIterator()
                self.timeout = timeout
            }

            func next() async throws -> Data? {
                let isFree = isBusy.withLock { isBusy in
                    defer { isBusy = true }
                    return !isBusy
                }
                guard isFree else { throw TransportError(.malformed, "a body has one reader") }
                defer { isBusy.withLock { $0 = false } }
                do {
                    return try await inTime(timeout) { try await self.part() }
                } catch {
                    throw NIOTransport.unified(error)
                }
            }

            private func part() async throws -> Data? {
                let part = try await iterator.next()
                // An abandoned body ends as if it were complete.
                try Task.checkCancellation()
                return part.map { Data($0.readableBytesView) }
            }
        }
    }

    extension Duration {
        /// Limited to some thirty years, so that a deadline can be computed from it.
        fileprivate var nanoseconds: Int64 {
            let (seconds, attoseconds) = components
            return seconds >= 1_000_000_000
                ? 1_000_000_000_000_000_000
                : seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        }
    }
#endif
