import Dispatch
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request with its redirects and the answer's body, which goes into a target as it arrives.
///
/// The only place that knows `URLSession`.
///
/// `@unchecked Sendable`: its variables are touched only by the session's delegate calls, which
/// come one after the other on a serial queue, before the task starts, and by `run` once the
/// semaphore says that the last of these calls is over.
final class HTTPTransfer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    /// How an attempt ended that delivered.
    enum End {
        case complete
        case notModified
    }

    private let request: DownloadRequest
    private let headers: HTTPRequestHeaders
    private let target: DownloadTarget
    private let finished = DispatchSemaphore(value: 0)
    private var end = End.complete
    private var failure: DownloadFailure?
    private var redirects = 0

    init(_ request: DownloadRequest, headers: HTTPRequestHeaders, into target: DownloadTarget) {
        self.request = request
        self.headers = headers
        self.target = target
    }

    /// Sends the request and waits for the end of the answer.
    func run() throws(DownloadFailure) -> End {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        let idle = request.settings.limits.idleTimeout / .seconds(1)
        configuration.timeoutIntervalForRequest = idle
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let session = URLSession(
            configuration: configuration, delegate: self, delegateQueue: queue)
        let task = session.dataTask(with: urlRequest(headers.origin))
        task.resume()
        let total = request.settings.limits.totalTimeout / .seconds(1)
        let isLate = finished.wait(timeout: .now() + total) == .timedOut
        if isLate {
            task.cancel()
            finished.wait()
        }
        session.finishTasksAndInvalidate()
        if let failure, !isLate { throw failure }
        if isLate { throw .passing(reason: "the download takes longer than \(Int(total)) seconds") }
        return end
    }

    /// The request for the URL itself or for what it redirects to.
    private func urlRequest(_ url: URL) -> URLRequest {
        var urlRequest = URLRequest(url: url)
        urlRequest.timeoutInterval = request.settings.limits.idleTimeout / .seconds(1)
        for header in headers.all(for: url) {
            urlRequest.setValue(header.value, forHTTPHeaderField: header.name)
        }
        return urlRequest
    }

    // MARK: URLSessionDataDelegate

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        redirects += 1
        guard redirects <= request.settings.limits.maxRedirects else {
            fail(.lasting(reason: "redirects more than \(redirects - 1) times"))
            return completionHandler(nil)
        }
        guard let url = newRequest.url, ["http", "https"].contains(url.scheme?.lowercased()) else {
            fail(.lasting(reason: "redirects to what is no http(s) URL"))
            return completionHandler(nil)
        }
        guard !headers.isUnsafeRedirect(to: url) else {
            fail(.lasting(reason: "redirects from https to http, though there are keys to send"))
            return completionHandler(nil)
        }
        // A request of our own: the one offered carries the headers to whatever host it is.
        completionHandler(urlRequest(url))
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if failure == nil {
            do throws(DownloadFailure) {
                guard let response = HTTPResponse(response) else {
                    throw .lasting(reason: "the server's answer is no HTTP")
                }
                end = try receive(response)
            } catch {
                fail(error)
            }
        }
        completionHandler(failure == nil ? .allow : .cancel)
    }

    /// Judges the head of the answer.
    private func receive(_ response: HTTPResponse) throws(DownloadFailure) -> End {
        switch response.status {
        case 200:
            try local { () throws(FeedError) in
                try target.begin(response)
                if let length = response.length {
                    try request.archive.limits.checkTotal(length, source: request.shownAs)
                }
            }
        case 206 where headers.offset > 0:
            guard target.isContinued(by: response) else {
                throw .outdated(reason: "the server sends another part than it was asked for")
            }
        case 304:
            guard headers.isConditional else {
                throw .outdated(
                    reason: "the server says that nothing has changed, though it was not asked")
            }
            return .notModified
        case 416 where headers.offset > 0:
            throw .outdated(reason: "the server does not have the part that it was asked for")
        case 401, 403:
            let hint = request.refusalHint.map { ": \($0)" } ?? ""
            throw .lasting(reason: "the server answered with status \(response.status)\(hint)")
        case 408, 425, 429, 500, 502, 503, 504:
            throw .passing(
                reason: "the server answered with status \(response.status)",
                retryAfter: response.retryAfter)
        default:
            throw .lasting(reason: "the server answered with status \(response.status)")
        }
        return .complete
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard failure == nil else { return }
        data.withUnsafeBytes { bytes in
            do throws(DownloadFailure) {
                try local { () throws(FeedError) in try target.append(bytes) }
            } catch {
                fail(error)
                dataTask.cancel()
            }
        }
        request.progress(target.size, target.total)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        let (size, total) = (target.size, target.total)
        if let error {
            let isCut = size > 0 && size < total ?? 0 && !Self.isTimeout(error)
            let reason =
                isCut
                ? "the connection was cut after \(size) of \(total ?? 0) bytes"
                : URLErrorWords.reason(error)
            fail(
                URLErrorWords.isCertificate(error)
                    ? .lasting(reason: reason) : .passing(reason: reason))
        } else if end == .complete, let total, size != total {
            fail(.passing(reason: "the server sent \(size) instead of \(total) bytes"))
        }
        finished.signal()
    }

    private static func isTimeout(_ error: any Error) -> Bool {
        (error as? URLError)?.code == .timedOut
    }

    /// Keeps the first failure: what follows, such as the cancelling, is its consequence.
    private func fail(_ error: DownloadFailure) {
        failure = failure ?? error
    }

    /// Calls what may fail on this side.
    private func local(_ body: () throws(FeedError) -> Void) throws(DownloadFailure) {
        do throws(FeedError) {
            try body()
        } catch {
            throw .local(error)
        }
    }
}
