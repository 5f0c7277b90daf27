import SystemLayer

/// A request of a download: interprets its answer, and stores the bytes.
final class HTTPTransfer: HTTPConsumer {
    enum End {
        case complete
        case notModified
    }

    private let request: DownloadRequest
    private let headers: HTTPRequestHeaders
    private let target: DownloadTarget
    private let start: ContinuousClock.Instant
    private let network: NetworkGuard
    private var end = End.complete

    /// - Parameter start: when the first attempt began.
    init(
        _ request: DownloadRequest, headers: HTTPRequestHeaders, into target: DownloadTarget,
        since start: ContinuousClock.Instant, _ network: NetworkGuard
    ) {
        self.request = request
        self.headers = headers
        self.target = target
        self.start = start
        self.network = network
    }

    func run() throws(DownloadFailure) -> End {
        try checkEnd(
            HTTPExchange(
                headers, settings: request.settings, since: start, network: network,
                until: request.archive.cancellation, for: self
            ).run())
        return end
    }

    private func checkEnd(_ ending: HTTPExchange.Ending) throws(DownloadFailure) {
        let (size, total) = (target.size, target.total)
        if let broken = ending.broken {
            guard !broken.isLasting else { throw .lasting(reason: broken.reason) }
            let isCut = ending.isAnswered && size > 0 && size < total ?? 0
            throw .passing(
                reason: isCut
                    ? "the connection was cut after \(size) of \(total ?? 0) bytes"
                    : broken.reason)
        }
        // To the connection, a head that breaks off is not an error.
        guard ending.isAnswered else {
            throw .passing(reason: "the connection was cut before the end")
        }
        if end == .complete, let total, size != total {
            throw .passing(reason: "the server sent \(size) instead of \(total) bytes")
        }
    }

    // MARK: HTTPConsumer

    func take(_ head: HTTPResponse) throws(DownloadFailure) {
        end = try judge(head)
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(DownloadFailure) {
        defer { request.progress(target.size, target.total) }
        try local { () throws(FeedError) in try target.append(bytes) }
    }

    private func judge(_ response: HTTPResponse) throws(DownloadFailure) -> End {
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
                throw .outdated(reason: "the server sends a different part from the one requested")
            }
        case 304:
            guard headers.isConditional else {
                throw .outdated(
                    reason: "the server says that nothing has changed, though it was not asked")
            }
            return .notModified
        case 416 where headers.offset > 0:
            throw .outdated(reason: "the server does not have the part that was requested")
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

    /// Runs code that may fail on this machine.
    private func local(_ body: () throws(FeedError) -> Void) throws(DownloadFailure) {
        do throws(FeedError) {
            try body()
        } catch {
            throw .local(error)
        }
    }
}

/// The time that a server has been silent while this process listened.
///
/// A busy or sleeping machine may stop a process for a minute. The process receives what the server
/// sent meanwhile only afterwards, and until then must not blame the server for silence.
struct Silence {
    private(set) var duration = Duration.zero
    private var lastLook: ContinuousClock.Instant

    init(since start: ContinuousClock.Instant) {
        lastLook = start
    }

    /// Notes that nothing has arrived until now. Much more time than intended does not count.
    mutating func listen(until now: ContinuousClock.Instant) {
        duration += min(now - lastLook, DownloadBounds.longestCount)
        lastLook = now
    }
}
