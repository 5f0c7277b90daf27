import SystemLayer

extension FeedDownload {
    func transfer(isFresh: Bool) throws(DownloadFailure) -> DownloadOutcome {
        guard let headers = HTTPRequestHeaders(request, target: target, isFresh: isFresh) else {
            throw .local(.inputMissing(source: request.shownAs, reason: "is not a valid URL"))
        }
        var isModified = true
        let ending = try HTTPExchange(
            headers, settings: request.settings, since: start, network: network,
            until: request.archive.cancellation
        ) { head throws(DownloadFailure) in
            isModified = try judge(head, to: headers)
        } body: { bytes throws(DownloadFailure) in
            try local(try target.append(bytes))
        }.run()
        try check(ending, isModified: isModified)
        guard isModified else { return .notModified }
        return .downloaded(try local(try target.finish()))
    }

    private func check(
        _ ending: HTTPExchange.Ending, isModified: Bool
    ) throws(DownloadFailure) {
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
        if isModified, let total, size != total {
            throw .passing(reason: "the server sent \(size) instead of \(total) bytes")
        }
    }

    /// False when the server still has the known version.
    private func judge(
        _ response: HTTPHead, to headers: HTTPRequestHeaders
    ) throws(DownloadFailure) -> Bool {
        switch response.status {
        case 200:
            try local(try target.begin(response))
            if let length = response.length {
                let limits = request.archive.limits
                try local(try limits.checkTotal(length, source: request.shownAs))
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
            return false
        case 416 where headers.offset > 0:
            throw .outdated(reason: "the server does not have the part that was requested")
        case 401, 403:
            let hint = request.refusalHint.map { ": \($0)" } ?? ""
            throw .lasting(reason: "the server answered with status \(response.status)\(hint)")
        case let status where RetryPolicy.mayPass(status):
            throw .passing(
                reason: "the server answered with status \(response.status)",
                retryAfter: response.retryAfter)
        default:
            throw .lasting(reason: "the server answered with status \(response.status)")
        }
        return true
    }

    private func local<Value>(
        _ call: @autoclosure () throws(FeedError) -> Value
    ) throws(DownloadFailure) -> Value {
        do throws(FeedError) {
            return try call()
        } catch {
            throw .local(error)
        }
    }
}
