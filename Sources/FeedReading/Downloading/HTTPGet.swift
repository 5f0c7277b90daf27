import CurlLayer

/// A GET that passes on its answer as it arrives, whatever its status, for callers that do not want
/// a whole file. Redirects, proxies, certificates and patience are as in all downloads; nothing is
/// retried.
package struct HTTPGet {
    private let headers: HTTPRequestHeaders
    private let settings: DownloadSettings
    private let network: NetworkGuard
    private let cancellation: Cancellation

    package init?(
        _ url: SecretText, own: [HTTPHeader] = [], common: [HTTPHeader],
        settings: DownloadSettings = DownloadSettings(),
        _ network: NetworkGuard? = nil, until cancellation: Cancellation = Cancellation()
    ) {
        guard let headers = HTTPRequestHeaders(url, own: own, common: common) else { return nil }
        self.headers = headers
        self.settings = settings
        self.network = network ?? NetworkGuard(settings)
        self.cancellation = cancellation
    }

    /// Sends the request, and waits for the end of the answer.
    ///
    /// - Parameters:
    ///   - head: called with the status and the fields of the head, by lower-case name.
    ///   - body: called with the bytes as they arrive. An error of either closure ends the transfer
    ///     and is rethrown.
    package func run(
        head: (_ status: Int, _ fields: [String: String]) throws -> Void,
        body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var own: (any Error)?
        func attempt(_ call: () throws -> Void) throws(DownloadFailure) {
            do {
                try call()
            } catch {
                own = error
                throw .local(.cancelled)
            }
        }
        try withoutActuallyEscaping(head) { head in
            try withoutActuallyEscaping(body) { body in
                let exchange = HTTPExchange(
                    headers, settings: settings, since: settings.now(), network: network,
                    until: cancellation
                ) { answer throws(DownloadFailure) in
                    try attempt { try head(answer.status, answer.headers) }
                } body: { bytes throws(DownloadFailure) in
                    try attempt { try body(bytes) }
                }
                let ending: HTTPExchange.Ending
                do throws(DownloadFailure) {
                    ending = try exchange.run()
                } catch {
                    throw own ?? Self.connectionFailure(error)
                }
                if let broken = ending.broken { throw broken }
                guard ending.isAnswered else {
                    throw ConnectionFailure(
                        reason: "the connection was cut before the end", isLasting: false)
                }
            }
        }
    }

    private static func connectionFailure(_ failure: DownloadFailure) -> any Error {
        switch failure {
        case .passing(let reason, _): ConnectionFailure(reason: reason, isLasting: false)
        case .lasting(let reason), .outdated(let reason):
            ConnectionFailure(reason: reason, isLasting: true)
        case .local(let error): error
        }
    }
}
