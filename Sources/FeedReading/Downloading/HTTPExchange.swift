import Foundation
import SystemLayer

/// Takes the answer of an exchange; an error that it throws ends the exchange.
protocol HTTPConsumer: AnyObject {
    /// The head of the final answer, after all redirects.
    func take(_ head: HTTPResponse) throws(DownloadFailure)

    func take(_ bytes: UnsafeRawBufferPointer) throws(DownloadFailure)
}

/// A request with its redirects, within limits of time and number. The consumer decides what the
/// answer means.
final class HTTPExchange: HTTPReceiver {
    struct Ending {
        let isAnswered: Bool
        let broken: ConnectionFailure?
    }

    private let headers: HTTPRequestHeaders
    private let limits: DownloadLimits
    private let now: @Sendable () -> ContinuousClock.Instant
    private let cancellation: Cancellation
    private let consumer: any HTTPConsumer
    private let network: NetworkGuard
    private let start: ContinuousClock.Instant
    private var silence: Silence
    /// The time that the exchange has been waiting for the head of the present answer.
    private var head: Silence
    private var throughput: Throughput
    private var isAnswered = false
    private var redirect: String?
    /// Whether the present request may be sent again for a compressed answer.
    private var mayAskForGzip = false
    /// Whether the server has no answer that is not compressed.
    private var insistsOnGzip = false
    private var failure: DownloadFailure?

    /// The patience with an endless head, as a multiple of the patience with silence.
    private static let headPatience = 5

    /// - Parameter start: the instant from which the total time counts.
    init(
        _ headers: HTTPRequestHeaders, settings: DownloadSettings,
        since start: ContinuousClock.Instant, network: NetworkGuard,
        until cancellation: Cancellation, for consumer: any HTTPConsumer
    ) {
        self.headers = headers
        limits = settings.limits
        now = settings.now
        self.cancellation = cancellation
        self.consumer = consumer
        self.network = network
        self.start = start
        silence = Silence(since: start)
        head = silence
        throughput = Throughput(since: start)
    }

    func run() throws(DownloadFailure) -> Ending {
        guard let connection = CurlHandle() else {
            throw .lasting(reason: "libcurl, which downloads, cannot be loaded")
        }
        var url = headers.origin
        var redirects = 0
        var allowsGzip = false
        while true {
            (isAnswered, redirect, insistsOnGzip) = (false, nil, false)
            mayAskForGzip = !allowsGzip && headers.wantsIdentity(from: url)
            hear()
            head = silence
            let broken = connection.get(
                url, headers: headers.all(for: url, allowsGzip: allowsGzip), for: self,
                until: cancellation)
            if let failure { throw failure }
            if insistsOnGzip {
                allowsGzip = true
                continue
            }
            guard let redirect else { return Ending(isAnswered: isAnswered, broken: broken) }
            redirects += 1
            guard redirects <= limits.maxRedirects else {
                let most = Quantity.count(redirects - 1, "time")
                throw .lasting(reason: "redirects more than \(most)")
            }
            do throws(DownloadRedirect.Refusal) {
                url = try DownloadRedirect.destination(redirect, from: url)
            } catch {
                throw .lasting(reason: error.reason)
            }
        }
    }

    // MARK: HTTPReceiver

    func mayConnect(to address: NetworkAddress) -> Bool {
        attempt { () throws(DownloadFailure) in
            guard network.allows(address) else {
                throw .lasting(
                    reason: "leads to the private address \(address) "
                        + "(--allow-private-redirects allows that)")
            }
        }
    }

    func receive(_ head: HTTPResponse) -> Bool {
        hear()
        isAnswered = true
        throughput = Throughput(since: now())
        redirect = head.redirect
        insistsOnGzip = head.status == 406 && mayAskForGzip
        guard redirect == nil, !insistsOnGzip else { return false }
        return attempt { () throws(DownloadFailure) in
            if 200..<300 ~= head.status, let encoding = head.unreadableEncoding {
                throw .lasting(reason: "the server's answer has an unwanted \(encoding)")
            }
            try consumer.take(head)
        }
    }

    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        hear()
        throughput.add(bytes.count)
        return attempt { () throws(DownloadFailure) in try consumer.take(bytes) }
    }

    func patience() -> Duration? {
        guard failure == nil else { return nil }
        let now = now()
        silence.listen(until: now)
        head.listen(until: now)
        let isPatient = attempt { () throws(DownloadFailure) in
            guard !cancellation.isCancelled else { throw .local(.cancelled) }
            guard now - start <= limits.totalTimeout else {
                let seconds = Int(limits.totalTimeout / .seconds(1))
                throw .lasting(reason: "the download takes longer than \(seconds) seconds")
            }
            guard isAnswered || head.duration <= limits.idleTimeout * Self.headPatience else {
                throw .passing(reason: "the head of the server's answer does not end")
            }
            guard !isAnswered || !throughput.isTooSlow(limits.idleTimeout, at: now) else {
                throw .passing(
                    reason:
                        "the server sends less than \(DownloadBounds.leastBytesPerSecond) bytes a second"
                )
            }
            guard silence.duration <= limits.idleTimeout else {
                throw .passing(reason: "the server does not answer in time")
            }
        }
        guard isPatient else { return nil }
        return max(
            .zero,
            min(
                limits.idleTimeout - silence.duration, limits.totalTimeout - (now - start),
                DownloadBounds.longestLook))
    }

    func hear() {
        silence = Silence(since: now())
    }

    /// Ends the transfer on an error, which it keeps for later; returns whether to go on.
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

/// Takes the parts of an answer, on the thread that sent the request. Returning false ends the
/// transfer.
protocol HTTPReceiver: AnyObject {
    /// Whether to connect to an address; called before every connection.
    func mayConnect(to address: NetworkAddress) -> Bool

    /// Notes that the server has sent something, even if only a part of the head.
    func hear()

    func receive(_ head: HTTPResponse) -> Bool

    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool

    /// The time to wait for more, at most; nil ends the transfer. Called whenever everything that
    /// has arrived was received.
    func patience() -> Duration?
}

/// The reason why an answer was incomplete, in words that never contain the URL, which may contain
/// secrets.
package struct ConnectionFailure: Error {
    package let reason: String
    /// Whether another attempt would end the same way.
    package let isLasting: Bool
}
