/// Fetches a file over http(s) into a temporary file, and tries again where that may help.
///
/// What has arrived before a connection broke is kept when the server can send the rest. A page
/// that a server sends instead of the archive is no failure here: that is seen when it is opened.
package struct FeedDownload {
    private let request: DownloadRequest
    private let target: DownloadTarget

    /// Downloads what is asked for, unless the server still has what is known.
    package static func fetch(
        _ request: DownloadRequest
    ) throws(FeedError) -> DownloadOutcome {
        try FeedDownload(request).run()
    }

    /// Downloads a URL that was named on the command line.
    static func fetch(
        _ argument: String, options: ArchiveOptions
    ) throws(FeedError) -> DownloadedFile {
        let shown = FeedLocation(argument).description
        var request = DownloadRequest(
            url: SecretText(argument), shownAs: shown, archive: options)
        request.headers = options.httpHeaders.map { ($0.name, SecretText($0.value)) }
        request.userAgent = options.userAgent
        request.settings = options.download
        request.refusalHint =
            options.httpHeaders.isEmpty
            ? "perhaps it wants a key (--http-header)"
            : "it does not take what --http-header sends"
        switch try fetch(request) {
        case .downloaded(let file): return file
        case .notModified: throw .internalFailure(reason: "a download that nobody asked about")
        }
    }

    private init(_ request: DownloadRequest) throws(FeedError) {
        self.request = request
        target = try DownloadTarget(request)
    }

    private func run() throws(FeedError) -> DownloadOutcome {
        var attempt = 1
        var isFresh = false
        while true {
            do throws(DownloadFailure) {
                switch try transfer(isFresh: isFresh) {
                case .notModified: return .notModified
                case .complete: return .downloaded(try finish())
                }
            } catch {
                switch error {
                case .local(let error): throw error
                case .lasting(let reason): throw failure(reason)
                case .outdated(let reason):
                    guard !isFresh else { throw failure(reason) }
                    isFresh = true
                    try target.restart()
                case .passing(let reason, let retryAfter):
                    try wait(before: attempt, because: reason, retryAfter)
                    attempt += 1
                    isFresh = false
                }
            }
        }
    }

    private func transfer(isFresh: Bool) throws(DownloadFailure) -> HTTPTransfer.End {
        guard let headers = HTTPRequestHeaders(request, target: target, isFresh: isFresh) else {
            throw .local(.inputMissing(source: request.shownAs, reason: "is no valid URL"))
        }
        return try HTTPTransfer(request, headers: headers, into: target).run()
    }

    private func finish() throws(DownloadFailure) -> DownloadedFile {
        do throws(FeedError) {
            return try target.finish()
        } catch {
            throw .local(error)
        }
    }

    /// Waits for the next attempt, or says why there is none.
    private func wait(
        before attempt: Int, because reason: String, _ retryAfter: RetryAfter?
    ) throws(FeedError) {
        let retry = request.settings.retry
        guard attempt <= retry.retries else {
            throw failure(attempt == 1 ? reason : "\(reason) (tried \(attempt) times)")
        }
        if let retryAfter, .seconds(retryAfter.seconds) > retry.longest {
            throw failure(
                "\(reason), and asks to come back in \(retryAfter.seconds) seconds, "
                    + "at \(HTTPDate.words(retryAfter.instant))")
        }
        let asked = Duration.seconds(retryAfter?.seconds ?? 0)
        let time = max(asked, retry.delay(before: attempt))
        let cancellation = request.archive.cancellation
        if let sleep = retry.sleep { sleep(time) } else { cancellation.wait(time) }
        guard !cancellation.isCancelled else { throw .cancelled }
    }

    private func failure(_ reason: String) -> FeedError {
        .download(source: request.shownAs, reason: reason)
    }
}
