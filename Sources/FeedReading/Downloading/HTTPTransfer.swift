import CurlLayer
import SystemLayer

/// A request of a download: interprets its answer, and stores the bytes.
struct HTTPTransfer {
    enum End {
        case complete
        case notModified
    }

    let request: DownloadRequest
    let headers: HTTPRequestHeaders
    let target: DownloadTarget
    /// When the first attempt began.
    let start: ContinuousClock.Instant
    let network: NetworkGuard

    func run() throws(DownloadFailure) -> End {
        var end = End.complete
        let ending = try HTTPExchange(
            headers, settings: request.settings, since: start, network: network,
            until: request.archive.cancellation
        ) { head throws(DownloadFailure) in
            end = try judge(head)
        } body: { bytes throws(DownloadFailure) in
            try local { () throws(FeedError) in try target.append(bytes) }
        }.run()
        try check(ending, end)
        return end
    }

    private func check(_ ending: HTTPExchange.Ending, _ end: End) throws(DownloadFailure) {
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

    private func local(_ body: () throws(FeedError) -> Void) throws(DownloadFailure) {
        do throws(FeedError) {
            try body()
        } catch {
            throw .local(error)
        }
    }
}
