import Foundation
import SystemLayer

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif
#if canImport(Security)
    import Security
#endif

/// Sends requests with `URLSession`: the transport that needs no other package.
///
/// On Linux `URLSession` ends the process when a connection ends within the head of an answer,
/// takes truncated gzip for complete, and receives a whole body however slowly it is read: use
/// ``CurlTransport`` there.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let delegate: SessionDelegate

    /// Creates a transport that trusts the certificates that the system trusts.
    ///
    /// - Parameter configuration: proxies, kinds of networks and so on. Its caches and cookies are
    ///   turned off, because the client handles caching itself.
    public convenience init(configuration: URLSessionConfiguration = .ephemeral) {
        self.init(configuration, SessionDelegate())
    }

    #if canImport(Security)
        /// Creates a transport that trusts a server only if it also has one of the given
        /// certificates.
        public convenience init(
            configuration: URLSessionConfiguration = .ephemeral, pins: Set<CertificatePin>
        ) {
            self.init(configuration, SessionDelegate(pins: pins))
        }
    #endif

    private init(_ configuration: URLSessionConfiguration, _ delegate: SessionDelegate) {
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        self.delegate = delegate
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit {
        // Until then the session holds its delegate.
        session.finishTasksAndInvalidate()
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        var sent = URLRequest(url: request.url)
        for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
        // By default URLSession requests compressed answers, even for parts of files; when it is
        // told to, it shows which ones it unpacks.
        let encoding = request.headers["accept-encoding"] == nil ? "identity" : nil
        sent.setValue(encoding, forHTTPHeaderField: "Accept-Encoding")
        sent.timeoutInterval = request.timeout.seconds
        #if canImport(Darwin)
            sent.allowsExpensiveNetworkAccess = request.allowsExpensiveNetwork
            sent.allowsConstrainedNetworkAccess = request.allowsExpensiveNetwork
        #endif
        let task = session.dataTask(with: sent)
        let answer = ArrivingAnswer(of: SessionTask(task: task))
        delegate.begin(answer, of: task)
        let head = try await inTime(request.timeout) { try await answer.head() }
        let body = ArrivingBody(answer)
        return TransportResponse(
            status: head.status, headers: head.headers,
            body: TransportBody {
                try await inTime(request.timeout) { try await body.answer.part() }
            })
    }
}

private struct SessionTask: AnswerSource {
    let task: URLSessionDataTask

    // On Linux a suspended task does not always resume.
    #if canImport(Darwin)
        let canSuspend = true
    #else
        let canSuspend = false
    #endif

    func resume() { task.resume() }
    func suspend() { task.suspend() }
    func cancel() { task.cancel() }
}

private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let answers = Locked<[Int: ArrivingAnswer]>([:])
    private let pins: Set<CertificatePin>

    init(pins: Set<CertificatePin> = []) {
        self.pins = pins
    }

    /// Must be called before its task is resumed.
    func begin(_ answer: ArrivingAnswer, of task: URLSessionTask) {
        answers.withLock { $0[task.taskIdentifier] = answer }
    }

    private func answer(of task: URLSessionTask) -> ArrivingAnswer? {
        answers.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        receive(response, for: answer(of: dataTask))
        completionHandler(.allow)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
    ) {
        answer(of: dataTask)?.receive(data)
    }

    private func receive(_ response: URLResponse, for answer: ArrivingAnswer?) {
        guard let response = response as? HTTPURLResponse else {
            answer?.fail(TransportError(.malformed, "the answer is not HTTP"))
            return
        }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            headers["\(name)".lowercased()] = "\(value)"
        }
        answer?.receive(.init(status: response.statusCode, headers: headers))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The caller decides where a redirect may lead.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        let answer = answers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        answer?.finish(error.map(Self.unified))
    }

    private static func unified(_ error: any Error) -> any Error {
        guard let error = error as? URLError else {
            return TransportError(.cut, "the connection was lost: \(error.localizedDescription)")
        }
        let kind: TransportError.Kind =
            switch error.code {
            case .timedOut: .timeout
            case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
                .dataNotAllowed, .internationalRoamingOff, .callIsActive, .badURL, .unsupportedURL,
                .appTransportSecurityRequiresSecureConnection:
                .unreachable
            case .secureConnectionFailed, .serverCertificateHasBadDate,
                .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
                .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired:
                .untrusted
            case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData,
                .cannotDecodeContentData, .dataLengthExceedsMaximum:
                .malformed
            // Everything else is a connection that existed and was lost.
            default: .cut
            }
        return error.code == .cancelled
            ? CancellationError() : TransportError(kind, error.localizedDescription)
    }

    #if canImport(Security)
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let isTrust =
                challenge.protectionSpace.authenticationMethod
                == NSURLAuthenticationMethodServerTrust
            guard isTrust, !pins.isEmpty, let trust = challenge.protectionSpace.serverTrust else {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
            let isPinned =
                SecTrustEvaluateWithError(trust, nil)
                && chain?.first.map { leaf in
                    let certificate = SecCertificateCopyData(leaf) as Data
                    return pins.contains { $0.matches(certificate) }
                } ?? false
            if isPinned {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                let words = "the certificate is not the one that is pinned"
                answer(of: task)?.fail(TransportError(.untrusted, words))
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    #endif
}

extension TransitClient {
    /// The transport for Apple's systems, under a name that nothing else shadows.
    public typealias Session = URLSessionTransport
}
