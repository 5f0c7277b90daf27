import GTFSSchedule
package import SystemLayer

/// Fetches a file over http(s) into a temporary file, and tries again when that may help.
///
/// The bytes that arrived before a connection broke are kept if the server can send the rest. A
/// page that a server sends instead of the archive is not a failure here; opening it reveals that.
package struct FeedDownload {
    let request: DownloadRequest
    let target: DownloadTarget
    /// When the first attempt began.
    let start: ContinuousClock.Instant
    let network: NetworkGuard

    /// Downloads a request's file, unless the server still has the known version.
    package static func fetch(
        _ request: DownloadRequest
    ) throws(FeedError) -> DownloadOutcome {
        try FeedDownload(
            request, since: request.settings.now(), NetworkGuard(request.settings)
        ).run()
    }

    /// Downloads a request's feed and opens it; nil when the server still has the known version.
    ///
    /// A truncated archive may be a passing fault of the server, since some broken transfers look
    /// complete. It is downloaded once more, which counts as an attempt of the same download.
    package static func open(
        _ request: DownloadRequest
    ) throws(FeedError) -> (archive: FeedArchive, validators: DownloadValidators?)? {
        let start = request.settings.now()
        let network = NetworkGuard(request.settings)
        var request = request
        for isLast in [request.settings.retry.retries == 0, true] {
            let outcome = try FeedDownload(request, since: start, network).run()
            guard case .downloaded(let file) = outcome else { return nil }
            do throws(FeedError) {
                return (try file.open(request.archive), file.validators)
            } catch {
                guard case .damagedArchive = error, !isLast else { throw error }
                request.validators = nil
            }
        }
        return nil
    }

    static func fetch(
        _ argument: String, shownAs shown: String? = nil, options: ArchiveOptions
    ) throws(FeedError) -> DownloadedFile {
        let shown = shown ?? FeedLocation(argument).description
        var request = DownloadRequest(
            url: SecretText(argument), shownAs: shown, archive: options)
        request.headers = options.httpHeaders
        request.userAgent = options.userAgent
        request.settings = options.download
        request.refusalHint =
            options.httpHeaders.isEmpty
            ? "perhaps it needs a key (\(options.headersName))"
            : "it refused the headers of \(options.headersName)"
        switch try fetch(request) {
        case .downloaded(let file): return file
        case .notModified: throw .internalFailure(reason: "an answer without a request")
        }
    }

    private init(
        _ request: DownloadRequest, since start: ContinuousClock.Instant, _ network: NetworkGuard
    ) throws(FeedError) {
        self.request = request
        target = try DownloadTarget(request)
        self.start = start
        self.network = network
    }

    private func run() throws(FeedError) -> DownloadOutcome {
        var attempt = 1
        var isFresh = false
        while true {
            do throws(DownloadFailure) {
                return try transfer(isFresh: isFresh)
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

    private func wait(
        before attempt: Int, because reason: String, _ retryAfter: Int?
    ) throws(FeedError) {
        let retry = request.settings.retry
        guard attempt <= retry.retries else {
            let tries = attempt == 1 ? "" : " (tried \(attempt) times)"
            throw failure(reason + tries)
        }
        if let retryAfter, .seconds(retryAfter) > retry.longest {
            let time = Timestamp.text(ThisProcess.clockSeconds + retryAfter).prefix(16)
                .replacing("T", with: " ")
            throw failure(
                "\(reason), and asks to retry in "
                    + "\(Quantity.count(retryAfter, "second")), at \(time) UTC")
        }
        let asked = Duration.seconds(retryAfter ?? 0)
        let time = max(asked, retry.delay(before: attempt))
        let cancellation = request.archive.cancellation
        if let sleep = request.settings.sleep { sleep(time) } else { cancellation.wait(time) }
        guard !cancellation.isCancelled else { throw .cancelled }
    }

    private func failure(_ reason: String) -> FeedError {
        .download(source: request.shownAs, reason: reason)
    }
}

package enum DownloadOutcome: Sendable {
    case notModified
    case downloaded(DownloadedFile)
}

/// A downloaded file; its space is freed with it.
package struct DownloadedFile: Sendable {
    let file: ArchiveFile
    /// For the next request; nil when the server gave none.
    package let validators: DownloadValidators?
    /// Whether the server named a Content-Encoding; the bytes are as they came.
    let isEncoded: Bool

    package var bytes: Int64 { file.size }

    package func open(_ options: ArchiveOptions) throws(FeedError) -> FeedArchive {
        try FeedOpening(file.name, options: options, knownNames: FeedFileNames.all).open(file)
    }
}

enum DownloadFailure: Error {
    /// A failure that may pass soon: an overloaded server, a broken connection.
    case passing(reason: String, retryAfter: Int? = nil)
    case lasting(reason: String)
    /// The server no longer has the version of the part here, or sent something that was not
    /// requested: everything must be requested again, at once.
    case outdated(reason: String)
    /// A refusal by this machine or by a limit.
    case local(FeedError)
}

/// The file that a download fills, over as many attempts as needed.
final class DownloadTarget {
    private var file: TemporaryFile?
    private let source: String
    private let maxBytes: Int64?
    private(set) var total: Int64?
    private(set) var validators: DownloadValidators?
    private var hasRanges = false
    private var isEncoded = false

    init(_ request: DownloadRequest) throws(FeedError) {
        source = request.shownAs
        maxBytes = request.settings.limits.maxBytes
        file = try TemporaryFile(in: request.archive, for: source)
    }

    var size: Int64 { file?.size ?? 0 }

    /// The value of `If-Range` for requesting the rest; nil when everything must come again.
    var rangeValidator: String? {
        size > 0 && hasRanges ? validators?.forRange : nil
    }

    func begin(_ response: HTTPHead) throws(FeedError) {
        try restart()
        validators = response.validators
        isEncoded = response.isEncoded
        total = response.length
        hasRanges = response.header("Accept-Ranges")?.lowercased() == "bytes"
        if let total { try checkSize(total) }
    }

    func isContinued(by response: HTTPHead) -> Bool {
        guard let range = response.range, range.first == size else { return false }
        if let etag = response.validators?.etag, etag != validators?.etag { return false }
        if let total = range.total ?? total {
            return range.last == total - 1 && total == self.total ?? total
        }
        return true
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        try checkSize(size + Int64(bytes.count))
        try file?.append(bytes)
    }

    func restart() throws(FeedError) {
        try file?.removeAll()
        (validators, total, hasRanges) = (nil, nil, false)
    }

    /// The finished file; call it once.
    func finish() throws(FeedError) -> DownloadedFile {
        guard let file = file.take() else {
            throw .internalFailure(reason: "a download ended twice")
        }
        return DownloadedFile(
            file: file.finish(), validators: validators, isEncoded: isEncoded)
    }

    private func checkSize(_ size: Int64) throws(FeedError) {
        guard let maxBytes, size > maxBytes else { return }
        throw .download(
            source: source,
            reason: "has at least \(size) bytes, more than the limit of \(maxBytes) bytes")
    }
}
