import Foundation

/// Takes the answer of an exchange; what it throws ends the exchange.
protocol HTTPConsumer: AnyObject {
    /// The head of the answer proper, after all redirects.
    func take(_ head: HTTPResponse) throws(DownloadFailure)

    /// The next bytes of the body.
    func take(_ bytes: UnsafeRawBufferPointer) throws(DownloadFailure)
}

/// One request with its redirects, within limits of time and number. What the answer means is the
/// consumer's to say.
final class HTTPExchange: HTTPReceiver {
    /// How the last answer came to its end.
    struct Ending {
        /// Whether its head was complete.
        let isAnswered: Bool
        let broken: ConnectionFailure?
    }

    private let headers: HTTPRequestHeaders
    private let limits: DownloadLimits
    private let now: @Sendable () -> ContinuousClock.Instant
    private let cancellation: Cancellation
    private let consumer: any HTTPConsumer
    private let start: ContinuousClock.Instant
    private var silence: Silence
    private var isAnswered = false
    private var redirect: String?
    private var failure: DownloadFailure?

    init(
        _ headers: HTTPRequestHeaders, _ settings: DownloadSettings,
        until cancellation: Cancellation, for consumer: any HTTPConsumer
    ) {
        self.headers = headers
        limits = settings.limits
        now = settings.now
        self.cancellation = cancellation
        self.consumer = consumer
        start = settings.now()
        silence = Silence(since: start)
    }

    /// Sends the request and waits for the end of the answer.
    func run() throws(DownloadFailure) -> Ending {
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
                url, headers: headers.all(for: url), for: self, until: cancellation)
            if let failure { throw failure }
            guard let redirect else { return Ending(isAnswered: isAnswered, broken: broken) }
            redirects += 1
            guard redirects <= limits.maxRedirects else {
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

    // MARK: HTTPReceiver

    func receive(_ head: HTTPResponse) -> Bool {
        hear()
        isAnswered = true
        redirect = head.redirect
        guard redirect == nil else { return false }
        return attempt { () throws(DownloadFailure) in try consumer.take(head) }
    }

    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        hear()
        return attempt { () throws(DownloadFailure) in try consumer.take(bytes) }
    }

    func patience() -> Duration? {
        let now = now()
        silence.listen(until: now)
        let isPatient = attempt { () throws(DownloadFailure) in
            guard !cancellation.isCancelled else { throw .local(.cancelled) }
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
        silence = Silence(since: now())
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
}
