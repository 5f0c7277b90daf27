import Dispatch
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches an archive over http(s) into a temporary file, as it arrives.
///
/// The only place that knows `URLSession`. A page that a server sends instead of the archive is
/// no failure here: that is seen when it is opened.
///
/// `@unchecked Sendable`: its variables are touched only by the session's delegate calls, which
/// come one after the other on a serial queue, before the task starts, and by `fetch` once the
/// semaphore says that the last of these calls is over.
final class FeedDownload: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    /// A server that is silent for this long is given up.
    private static let idleSeconds = 60.0
    private static let totalSeconds = 6 * 3600.0
    private static let mostRedirects = 10

    private let origin: URL
    private let source: String
    private let options: ArchiveOptions
    private let finished = DispatchSemaphore(value: 0)
    private var file: TemporaryFile?
    private var failure: FeedError?
    private var redirects = 0
    private var expectedBytes: Int64 = -1

    /// Downloads a URL, following redirects.
    static func fetch(_ argument: String, options: ArchiveOptions) throws(FeedError) -> ReadableFile
    {
        let source = FeedLocation(argument).description
        guard let url = URL(string: argument), url.host?.isEmpty == false else {
            throw .inputMissing(source: source, reason: "is no valid URL")
        }
        let file = try TemporaryFile(in: options, for: source)
        let download = FeedDownload(url, into: file, source: source, options: options)
        return try download.run()
    }

    private init(
        _ url: URL, into file: consuming TemporaryFile, source: String, options: ArchiveOptions
    ) {
        origin = url
        self.source = source
        self.options = options
        self.file = consume file
    }

    private func run() throws(FeedError) -> ReadableFile {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Self.idleSeconds
        configuration.timeoutIntervalForResource = Self.totalSeconds
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let session = URLSession(
            configuration: configuration, delegate: self, delegateQueue: queue)
        session.dataTask(with: request(for: origin)).resume()
        finished.wait()
        session.finishTasksAndInvalidate()

        if let failure { throw failure }
        guard let file = file.take() else {
            throw .internalFailure(reason: "a download ended twice")
        }
        return file.finish()
    }

    /// The request for the URL itself or for what it redirects to.
    private func request(for url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.timeoutInterval = Self.idleSeconds
        request.setValue(options.userAgent, forHTTPHeaderField: "User-Agent")
        if mayHaveHeaders(url) {
            for header in options.httpHeaders {
                request.setValue(header.value, forHTTPHeaderField: header.name)
            }
        }
        return request
    }

    /// Whether the user's headers, which may be secrets, go to this URL: only to the origin of
    /// the URL that was asked for, or from its http to its https.
    private func mayHaveHeaders(_ url: URL) -> Bool {
        guard url.host?.lowercased() == origin.host?.lowercased() else { return false }
        let scheme = url.scheme?.lowercased()
        if scheme == origin.scheme?.lowercased() { return url.port == origin.port }
        return scheme == "https" && url.port == nil && origin.port == nil
    }

    // MARK: URLSessionDataDelegate

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        redirects += 1
        guard redirects <= Self.mostRedirects else {
            fail(.download(source: source, reason: "redirects more than \(redirects - 1) times"))
            return completionHandler(nil)
        }
        guard let url = newRequest.url, ["http", "https"].contains(url.scheme?.lowercased()) else {
            fail(.download(source: source, reason: "redirects to what is no http(s) URL"))
            return completionHandler(nil)
        }
        // A request of our own: the one offered carries the headers to whatever host it is.
        completionHandler(request(for: url))
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status != 200 {
            fail(.download(source: source, reason: "the server answered with status \(status)"))
        }
        expectedBytes = response.expectedContentLength
        do throws(FeedError) {
            try options.limits.checkTotal(expectedBytes, source: source)
        } catch {
            fail(error)
        }
        completionHandler(failure == nil ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard failure == nil else { return }
        do throws(FeedError) {
            try [UInt8](data).withUnsafeBufferPointer { (bytes) throws(FeedError) in
                try file?.append(UnsafeRawBufferPointer(bytes))
            }
        } catch {
            fail(error)
            dataTask.cancel()
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        if let error {
            let received = file?.size ?? 0
            let reason =
                received > 0 && received < expectedBytes
                ? "the connection was cut after \(received) of \(expectedBytes) bytes"
                : Self.words(for: error)
            fail(.download(source: source, reason: reason))
        }
        finished.signal()
    }

    /// Keeps the first failure: what follows, such as the cancelling, is its consequence.
    private func fail(_ error: FeedError) {
        failure = failure ?? error
    }

    /// What went wrong, without the URL, which descriptions of errors tend to repeat.
    private static func words(for error: any Error) -> String {
        guard let code = (error as? URLError)?.code else { return "the download failed" }
        switch code {
        case .timedOut: return "the server does not answer in time"
        case .cannotFindHost, .dnsLookupFailed: return "there is no such host"
        case .cannotConnectToHost: return "cannot connect to the host"
        case .networkConnectionLost: return "the connection was cut before the end"
        case .notConnectedToInternet: return "there is no network connection"
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            return "the secure connection failed"
        case .badServerResponse: return "the server's answer is no HTTP"
        default: return "the download failed (URL error \(code.rawValue))"
        }
    }
}
