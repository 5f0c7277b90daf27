/// A GET whose answer is handed on as it arrives, whatever its status: for those who do something else
/// with it than to keep a whole file. Redirects, proxies, certificates and patience are those of all
/// downloads; nothing is tried again.
package struct HTTPGet {
    private let headers: HTTPRequestHeaders
    private let settings: DownloadSettings
    private let network: NetworkGuard
    private let cancellation: Cancellation

    /// Nil when the URL is none.
    ///
    /// - Parameters:
    ///   - own: sent to the URL's own origin only, never to where it redirects.
    ///   - common: sent to every host.
    ///   - network: what guards all requests to one place.
    package init?(
        _ url: SecretText, own: [(name: String, value: SecretText)] = [],
        common: [(name: String, value: String)], settings: DownloadSettings = DownloadSettings(),
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
    ///   - head: told the status and the fields of the head, by their names in lower case.
    ///   - body: told the bytes as they arrive. What these throw ends the transfer, and is thrown on.
    /// - Throws: `ConnectionFailure` where the answer did not come to its end.
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
                        headers, settings, since: settings.now(), network,
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
        /// What one of them threw.
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
