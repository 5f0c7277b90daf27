import Foundation

/// One request with its redirects and the answer's body, which goes into a target as it arrives.
final class HTTPTransfer: HTTPReceiver {
    /// How an attempt ended that delivered.
    enum End {
        case complete
        case notModified
    }

    private let request: DownloadRequest
    private let headers: HTTPRequestHeaders
    private let target: DownloadTarget
    private let start: ContinuousClock.Instant
    private var silence: Silence
    private var isAnswered = false
    private var redirect: String?
    private var end = End.complete
    private var failure: DownloadFailure?

    init(_ request: DownloadRequest, headers: HTTPRequestHeaders, into target: DownloadTarget) {
        self.request = request
        self.headers = headers
        self.target = target
        start = request.settings.now()
        silence = Silence(since: start)
    }

    /// Sends the request and waits for the end of the answer.
    func run() throws(DownloadFailure) -> End {
        let connection: any HTTPConnection
        do throws(ConnectionFailure) {
            connection = try HTTPConnections.open()
        } catch {
            throw .lasting(reason: error.reason)
        }
        var url = headers.origin
        var redirects = 0
        while true {
            (isAnswered, redirect) = (false, nil)
            hear()
            let broken = connection.get(
                url, headers: headers.all(for: url), for: self,
                until: request.archive.cancellation)
            if let failure { throw failure }
            guard let redirect else {
                try checkEnd(broken)
                return end
            }
            redirects += 1
            guard redirects <= request.settings.limits.maxRedirects else {
                throw .lasting(reason: "redirects more than \(redirects - 1) times")
            }
            url = try destination(redirect, from: url)
        }
    }

    /// Where a redirect leads, if it may be followed.
    private func destination(
        _ location: String, from url: URL
    ) throws(DownloadFailure) -> URL {
        guard let url = URL(string: location, relativeTo: url)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { throw .lasting(reason: "redirects to what is no http(s) URL") }
        guard !headers.isUnsafeRedirect(to: url) else {
            throw .lasting(reason: "redirects from https to http, though there are keys to send")
        }
        return url
    }

    /// Whether what arrived is all of it.
    private func checkEnd(_ broken: ConnectionFailure?) throws(DownloadFailure) {
        let (size, total) = (target.size, target.total)
        if let broken {
            guard !broken.isLasting else { throw .lasting(reason: broken.reason) }
            let isCut = isAnswered && size > 0 && size < total ?? 0
            throw .passing(
                reason: isCut
                    ? "the connection was cut after \(size) of \(total ?? 0) bytes"
                    : broken.reason)
        }
        // A head that breaks off is no error to who sends.
        guard isAnswered else { throw .passing(reason: "the connection was cut before the end") }
        if end == .complete, let total, size != total {
            throw .passing(reason: "the server sent \(size) instead of \(total) bytes")
        }
    }

    // MARK: HTTPReceiver

    func receive(_ head: HTTPResponse) -> Bool {
        hear()
        isAnswered = true
        redirect = head.redirect
        guard redirect == nil else { return false }
        return attempt { () throws(DownloadFailure) in end = try judge(head) }
    }

    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        hear()
        defer { request.progress(target.size, target.total) }
        return attempt { () throws(DownloadFailure) in
            try local { () throws(FeedError) in try target.append(bytes) }
        }
    }

    func patience() -> Duration? {
        let now = request.settings.now()
        silence.listen(until: now)
        let limits = request.settings.limits
        let isPatient = attempt { () throws(DownloadFailure) in
            guard !request.archive.cancellation.isCancelled else { throw .local(.cancelled) }
            guard now - start <= limits.totalTimeout else {
                let seconds = Int(limits.totalTimeout / .seconds(1))
                throw .passing(reason: "the download takes longer than \(seconds) seconds")
            }
            guard silence.duration <= limits.idleTimeout else {
                throw .passing(reason: "the server does not answer in time")
            }
        }
        guard isPatient else { return nil }
        return min(
            limits.idleTimeout - silence.duration, limits.totalTimeout - (now - start),
            Silence.longestLook)
    }

    func hear() {
        silence = Silence(since: request.settings.now())
    }

    /// Judges the head of the answer.
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

    /// Keeps what goes wrong for the end of the transfer, which it brings about; whether it goes on.
    private func attempt(_ body: () throws(DownloadFailure) -> Void) -> Bool {
        do throws(DownloadFailure) {
            try body()
            return true
        } catch {
            failure = failure ?? error
            return false
        }
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

/// How long a server has sent nothing to this process while it listened.
///
/// A busy or sleeping machine may not let a process run for a minute. What the server has sent
/// meanwhile is received afterwards, and before that it cannot be blamed for silence.
struct Silence {
    /// The longest time to listen without a look at the clock.
    static let longestLook = Duration.seconds(1)
    /// How much later than asked for a process may run again that is not kept from it.
    private static let delay = Duration.milliseconds(500)

    private(set) var duration = Duration.zero
    private var lastLook: ContinuousClock.Instant

    init(since start: ContinuousClock.Instant) {
        lastLook = start
    }

    /// Nothing has come until now. Time that was much longer than it was to be does not count.
    mutating func listen(until now: ContinuousClock.Instant) {
        duration += min(now - lastLook, Self.longestLook + Self.delay)
        lastLook = now
    }
}
