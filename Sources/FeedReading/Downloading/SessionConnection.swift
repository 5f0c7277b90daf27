#if !Curl
    import Dispatch
    import Foundation
    import SystemLayer
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Sends requests through URLSession, which every Apple system has.
    struct SessionConnection: HTTPConnection {
        /// Longer than any patience; the receiver decides about that.
        private static let timeout: TimeInterval = 7 * 86_400

        func get(
            _ url: URL, headers: [(name: String, value: String)], for receiver: any HTTPReceiver,
            until cancellation: Cancellation
        ) -> ConnectionFailure? {
            // URLSession does not tell addresses before it connects, so the name is resolved here.
            // A name that changes its address a moment later passes this check.
            let port = url.port ?? (url.scheme == "https" ? 443 : 80)
            for address in NetworkAddress.all(of: url.host ?? "", port: port) {
                guard receiver.mayConnect(to: address) else {
                    return ConnectionFailure(reason: "the transfer was ended", isLasting: true)
                }
            }
            // Nothing is kept between requests: no cookie, no cache, no password of the user.
            let configuration = URLSessionConfiguration.ephemeral
            configuration.timeoutIntervalForRequest = Self.timeout
            configuration.timeoutIntervalForResource = Self.timeout
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            configuration.urlCredentialStorage = nil
            var request = URLRequest(url: url, timeoutInterval: Self.timeout)
            request.httpShouldHandleCookies = false
            for header in headers {
                request.setValue(header.value, forHTTPHeaderField: header.name)
            }

            let arrivals = SessionArrivals()
            let session = URLSession(
                configuration: configuration, delegate: SessionDelegate(arrivals),
                delegateQueue: nil)
            // Until then the session holds its delegate.
            defer { session.invalidateAndCancel() }
            session.dataTask(with: request).resume()
            return cancellation.waking(
                by: { arrivals.wake() }, while: { Self.receive(arrivals, for: receiver) })
        }

        /// Hands over arrivals until the end.
        private static func receive(
            _ arrivals: SessionArrivals, for receiver: any HTTPReceiver
        ) -> ConnectionFailure? {
            let ended = ConnectionFailure(reason: "the transfer was ended", isLasting: true)
            while true {
                guard let patience = receiver.patience() else { return ended }
                switch arrivals.next(waiting: patience) {
                case nil: continue
                case .head(let head): guard receiver.receive(head) else { return ended }
                case .body(let data):
                    for region in data.regions {
                        guard region.withUnsafeBytes(receiver.receiveBody) else { return ended }
                    }
                case .end(nil): return nil
                case .end(let code?):
                    return ConnectionFailure(
                        reason: SessionErrorWords.reason(code),
                        isLasting: SessionErrorWords.isLasting(code))
                }
            }
        }
    }

    /// Arrivals of a session that nobody has taken yet.
    private final class SessionArrivals: Sendable {
        /// A part of an answer.
        enum Arrival: Sendable {
            case head(HTTPResponse)
            case body(Data)
            /// With the number of a URLSession error.
            case end(Int?)
        }

        private let waiting = Locked<[Arrival]>([])
        private let count = DispatchSemaphore(value: 0)

        func add(_ arrival: Arrival) {
            waiting.withLock { $0.append(arrival) }
            count.signal()
        }

        /// Wakes the waiting thread.
        func wake() {
            count.signal()
        }

        /// The next one; nil when none came in time, or when the thread was woken.
        func next(waiting time: Duration) -> Arrival? {
            let milliseconds = Int(clamping: Int64(max(0, time / .milliseconds(1)).rounded(.up)))
            _ = count.wait(timeout: .now() + .milliseconds(milliseconds))
            return waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }

    /// Passes on the events of a session, on its own queue.
    private final class SessionDelegate: NSObject, URLSessionDataDelegate {
        private let arrivals: SessionArrivals
        /// A redirect that has not been passed on.
        private let redirect = Locked<HTTPResponse?>(nil)

        init(_ arrivals: SessionArrivals) {
            self.arrivals = arrivals
        }

        func urlSession(
            _: URLSession, task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest _: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            // The session must not follow redirects itself. The answer is passed on only after the
            // session has taken this in: swift-corelibs-foundation traps when it is cancelled
            // earlier.
            redirect.withLock { $0 = HTTPResponse(response) }
            completionHandler(nil)
        }

        func urlSession(
            _: URLSession, dataTask _: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            completionHandler(.allow)
            redirect.withLock { $0 = nil }
            if let response = response as? HTTPURLResponse {
                arrivals.add(.head(HTTPResponse(response)))
            }
        }

        func urlSession(_: URLSession, dataTask _: URLSessionDataTask, didReceive data: Data) {
            arrivals.add(.body(data))
        }

        func urlSession(
            _: URLSession, task _: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            // Not every session reports a redirect as an answer.
            if let head = redirect.withLock({ $0 }) { arrivals.add(.head(head)) }
            arrivals.add(.end(error.map { ($0 as NSError).code }))
        }
    }

    extension HTTPResponse {
        /// The head of an answer from a session.
        fileprivate init(_ response: HTTPURLResponse) {
            self.init(
                status: response.statusCode,
                headers: response.allHeaderFields.map { ("\($0.key)", "\($0.value)") })
        }
    }

    /// Failures of URLSession in our words, which never contain the URL: it may contain secrets.
    package enum SessionErrorWords {
        package static func reason(_ code: Int) -> String {
            guard !isCertificate(code) else { return "the server's certificate is not trusted" }
            switch code {
            case NSURLErrorTimedOut: return "the server does not answer in time"
            case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: return "there is no such host"
            case NSURLErrorCannotConnectToHost, NSURLErrorNotConnectedToInternet:
                return "cannot connect to the host"
            case NSURLErrorNetworkConnectionLost: return "the connection was cut before the end"
            case NSURLErrorSecureConnectionFailed: return "the secure connection failed"
            case NSURLErrorBadServerResponse, NSURLErrorCannotParseResponse,
                NSURLErrorUnsupportedURL:
                return "the server's answer is not HTTP"
            case NSURLErrorBadURL: return "is not a valid URL"
            default: return "the download failed (URLSession's error \(code))"
            }
        }

        /// Whether the server could not prove its identity.
        package static func isCertificate(_ code: Int) -> Bool {
            [
                NSURLErrorServerCertificateHasBadDate, NSURLErrorServerCertificateUntrusted,
                NSURLErrorServerCertificateHasUnknownRoot, NSURLErrorServerCertificateNotYetValid,
            ].contains(code)
        }

        /// Whether another attempt would end the same way.
        static func isLasting(_ code: Int) -> Bool {
            isCertificate(code) || code == NSURLErrorBadURL
        }
    }
#endif
