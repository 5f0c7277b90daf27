/// A GET that passes on its answer as it arrives, whatever its status, for callers that do not want
/// a whole file. Redirects, proxies, certificates and patience are as in all downloads; nothing is
/// retried.
package struct HTTPGet {
    private let headers: HTTPRequestHeaders
    private let settings: DownloadSettings
    private let network: NetworkGuard
    private let cancellation: Cancellation

    /// Nil when the URL is invalid.
    ///
    /// - Parameters:
    ///   - own: sent only to the URL's own origin, never to where it redirects.
    ///   - common: sent to every host.
    ///   - network: guards all requests to one place.
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
    /// - Throws: `ConnectionFailure` when the answer was incomplete.
    package func run(
        head: (_ status: Int, _ fields: [String: String]) throws -> Void,
        body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try withoutActuallyEscaping(head) { head in
            try withoutActuallyEscaping(body) { body in
                let consumer = Consumer(head, body)
                let ending: HTTPExchange.Ending
                do throws(DownloadFailure) {
                    ending = try HTTPExchange(
                        headers, settings: settings, since: settings.now(), network: network,
                        until: cancellation, for: consumer
                    ).run()
                } catch {
                    if let own = consumer.failure { throw own }
                    throw Self.connectionFailure(error)
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

    private final class Consumer: HTTPConsumer {
        private let head: (Int, [String: String]) throws -> Void
        private let body: (UnsafeRawBufferPointer) throws -> Void
        private(set) var failure: (any Error)?

        init(
            _ head: @escaping (Int, [String: String]) throws -> Void,
            _ body: @escaping (UnsafeRawBufferPointer) throws -> Void
        ) {
            self.head = head
            self.body = body
        }

        func take(_ answer: HTTPResponse) throws(DownloadFailure) {
            try attempt { try head(answer.status, answer.fields) }
        }

        func take(_ bytes: UnsafeRawBufferPointer) throws(DownloadFailure) {
            try attempt { try body(bytes) }
        }

        private func attempt(_ call: () throws -> Void) throws(DownloadFailure) {
            do {
                try call()
            } catch {
                failure = error
                throw .local(.cancelled)
            }
        }
    }
}
