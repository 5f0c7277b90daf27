#if os(Linux)
    import CurlLayer
    import Foundation
    import SystemLayer

    /// Sends requests with libcurl: the transport for programs on Linux.
    ///
    /// It keeps connections open for the next request, unpacks gzip, and uses the proxies that the
    /// environment names (`https_proxy`). It does not follow redirects, but returns them as
    /// answers. Requests under way end when nobody reads their answers.
    ///
    /// ```swift
    /// let client = TransitClient(server, transport: try CurlTransport())
    /// let routes = try await client.routes().map(\.name)
    /// ```
    public final class CurlTransport: Transport {
        /// Which certificates are trusted.
        public enum Trust: Sendable {
            /// The certificates of the machine, or of the file that `SSL_CERT_FILE` names.
            case system
            /// Only servers that these PEM certificates vouch for: this pins a server with its own
            /// authority, or with a self-signed certificate.
            case pem(String)
        }

        private let loop: CurlLoop

        /// Creates a transport with its own connections.
        ///
        /// ```swift
        /// let transport = try CurlTransport(trust: .pem(certificate))
        /// ```
        ///
        /// - Parameter trust: which certificates are trusted.
        /// - Throws: `TransportError` if certificates cannot be read, or without libcurl, which is
        ///   loaded here (`libcurl.so.4`).
        public init(trust: Trust = .system) throws {
            guard let library = CurlLibrary.shared else {
                throw TransportError(.unreachable, "libcurl cannot be loaded")
            }
            var trusted: Data?
            if case .pem(let text) = trust {
                guard Self.hasCertificates(text) else {
                    throw TransportError(.untrusted, "the certificates to trust cannot be read")
                }
                trusted = Data(text.utf8)
            }
            guard let loop = CurlLoop(library, trusting: trusted) else {
                throw TransportError(.unreachable, "there is no memory for requests")
            }
            self.loop = loop
        }

        deinit {
            loop.close()
        }

        /// Whether every block between certificate marks is a certificate.
        private static func hasCertificates(_ text: String) -> Bool {
            let blocks = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
            return !blocks.isEmpty
                && blocks.allSatisfy { block in
                    let parts = block.components(separatedBy: "-----END CERTIFICATE-----")
                    return parts.count == 2
                        && Data(base64Encoded: parts[0], options: .ignoreUnknownCharacters)
                            .map(CertificatePin.isCertificate) == true
                }
        }

        public func send(_ request: TransportRequest) async throws -> TransportResponse {
            try Task.checkCancellation()
            let sent = try CurlRequest(request, on: loop)
            let answer = ArrivingAnswer(of: sent)
            sent.begin(answer)
            let head = try await inTime(request.timeout) { try await answer.head() }
            let body = ArrivingBody(answer)
            guard ["gzip", "x-gzip"].contains(head.headers["content-encoding"]?.lowercased()) else {
                return TransportResponse(
                    status: head.status, headers: head.headers,
                    body: TransportBody {
                        try await inTime(request.timeout) { try await body.answer.part() }
                    })
            }
            let unpacked = UnpackedBody(body)
            return TransportResponse(
                status: head.status, headers: head.headers,
                body: TransportBody {
                    try await inTime(request.timeout) { try await unpacked.next() }
                })
        }
    }

    extension TransitClient {
        /// The transport for Linux, under a name that nothing else shadows.
        public typealias Curl = CurlTransport
    }
#endif
