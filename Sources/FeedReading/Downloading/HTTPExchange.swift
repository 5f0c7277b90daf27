import CCurl
import CurlLayer
import Foundation
import GTFSSchedule
import SystemLayer

/// A request with its redirects, within limits of time and number.
final class HTTPExchange: CurlReceiver {
    typealias TakeHead = (HTTPHead) throws(DownloadFailure) -> Void
    typealias TakeBody = (UnsafeRawBufferPointer) throws(DownloadFailure) -> Void

    struct Ending {
        let isAnswered: Bool
        let broken: ConnectionFailure?
    }

    private let headers: HTTPRequestHeaders
    private let limits: DownloadLimits
    private let now: @Sendable () -> ContinuousClock.Instant
    private let cancellation: Cancellation
    private let network: NetworkGuard
    private let start: ContinuousClock.Instant
    private let takeHead: TakeHead
    private let takeBody: TakeBody
    private var silence: Silence
    /// The time that the exchange has been waiting for the head of the present answer.
    private var headWait: Silence
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

    /// - Parameters:
    ///   - start: the instant from which the total time counts.
    ///   - head: takes the head of the final answer. An error of either closure ends the exchange.
    init(
        _ headers: HTTPRequestHeaders, settings: DownloadSettings,
        since start: ContinuousClock.Instant, network: NetworkGuard,
        until cancellation: Cancellation, head: @escaping TakeHead, body: @escaping TakeBody
    ) {
        self.headers = headers
        limits = settings.limits
        now = settings.now
        self.cancellation = cancellation
        self.network = network
        self.start = start
        takeHead = head
        takeBody = body
        silence = Silence(since: start)
        headWait = silence
        throughput = Throughput(since: start)
    }

    func run() throws(DownloadFailure) -> Ending {
        guard let library = CurlLibrary.shared else {
            throw .lasting(reason: "libcurl, which downloads, cannot be loaded")
        }
        var url = headers.origin
        var redirects = 0
        var allowsGzip = false
        while true {
            (isAnswered, redirect, insistsOnGzip) = (false, nil, false)
            mayAskForGzip = !allowsGzip && headers.wantsIdentity(from: url)
            let broken = try get(url, headers.all(for: url, allowsGzip: allowsGzip), library)
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

    /// Sends one request, over a connection of its own: an old one would not ask the guard again.
    ///
    /// - Returns: why the answer was incomplete. Meaningless when this ended it on purpose.
    private func get(
        _ url: URL, _ headers: [HTTPHeader], _ library: CurlLibrary
    ) throws(DownloadFailure) -> ConnectionFailure? {
        hear()
        headWait = silence
        guard
            let transfer = CurlTransfer(library, url, fields: headers.map { ($0.name, $0.value) })
        else { return ConnectionFailure(CURLE_OUT_OF_MEMORY) }
        let code = transfer.perform(for: self)
        if let failure { throw failure }
        if let fault = transfer.fault(code) {
            return ConnectionFailure(reason: fault.reason, isLasting: fault.isLasting)
        }
        if transfer.proxyStatus >= 300 {
            return ConnectionFailure(
                reason: "the proxy answered with status \(transfer.proxyStatus)",
                isLasting: transfer.proxyStatus < 500)
        }
        return code == CURLE_OK ? nil : ConnectionFailure(code)
    }

    // MARK: CurlReceiver

    // libcurl's LOW_SPEED_LIMIT also counts while nothing is due, and five quick seconds a minute
    // satisfy it.
    func isPatient() -> Bool {
        let now = now()
        silence.listen(until: now)
        headWait.listen(until: now)
        return attempt { () throws(DownloadFailure) in
            guard !cancellation.isCancelled else { throw .local(.cancelled) }
            guard now - start <= limits.totalTimeout else {
                let seconds = Int(limits.totalTimeout / .seconds(1))
                throw .lasting(reason: "the download takes longer than \(seconds) seconds")
            }
            guard isAnswered || headWait.duration <= limits.idleTimeout * Self.headPatience else {
                throw .passing(reason: "the head of the server's answer does not end")
            }
            guard silence.duration <= limits.idleTimeout else {
                throw .passing(reason: "the server does not answer in time")
            }
            guard !isAnswered || !throughput.isTooSlow(limits.idleTimeout, at: now) else {
                let least = DownloadBounds.leastBytesPerSecond
                throw .passing(reason: "the server sends less than \(least) bytes a second")
            }
        }
    }

    func hear() {
        silence = Silence(since: now())
    }

    func mayConnect(to address: NetworkAddress) -> Bool {
        attempt { () throws(DownloadFailure) in
            guard network.allows(address) else {
                throw .lasting(
                    reason: "leads to the private address \(address) "
                        + "(--allow-private-redirects allows that)")
            }
        }
    }

    func receive(_ head: HTTPHead) -> Bool {
        isAnswered = true
        throughput = Throughput(since: now())
        redirect = head.redirect
        insistsOnGzip = head.status == 406 && mayAskForGzip
        guard redirect == nil, !insistsOnGzip else { return false }
        return attempt { () throws(DownloadFailure) in
            if 200..<300 ~= head.status, let encoding = head.unreadableEncoding {
                throw .lasting(reason: "the server's answer has an unwanted \(encoding)")
            }
            try takeHead(head)
        }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        hear()
        throughput.add(bytes.count)
        return attempt { () throws(DownloadFailure) in try takeBody(bytes) }
    }

    /// Ends the transfer on an error, which it keeps for later; returns whether to go on. After an
    /// error nothing goes on: libcurl would try the other addresses of a name.
    private func attempt(_ body: () throws(DownloadFailure) -> Void) -> Bool {
        guard failure == nil else { return false }
        do throws(DownloadFailure) {
            try body()
            return true
        } catch {
            failure = error
            return false
        }
    }
}

/// The reason why an answer was incomplete, in words that never contain the URL, which may contain
/// secrets.
package struct ConnectionFailure: Error {
    package let reason: String
    /// Whether another attempt would end the same way.
    package let isLasting: Bool
}

extension ConnectionFailure {
    fileprivate init(_ code: CURLcode) {
        self.init(
            reason: CurlErrorWords.reason(code), isLasting: CurlErrorWords.isLasting(code))
    }
}

/// The time that a server has been silent while this process listened.
///
/// A busy or sleeping machine may stop a process for a minute. The process receives what the server
/// sent meanwhile only afterwards, and until then must not blame the server for silence.
private struct Silence {
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
