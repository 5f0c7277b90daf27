import SystemLayer

/// A GET that passes on its answer as it arrives, whatever its status, for callers that do not want
/// a whole file. Redirects, proxies, certificates and patience are as in all downloads; nothing is
/// retried.
package enum HTTPGet {
    /// Sends the request, and waits for the end of the answer.
    ///
    /// - Parameters:
    ///   - own: sent only to the URL's own origin.
    ///   - common: those that cannot be sent are left out.
    ///   - head: called with the status and the fields of the head, by lower-case name.
    ///   - body: called with the bytes as they arrive. An error of either closure ends the transfer
    ///     and is rethrown.
    /// - Throws: a ``ConnectionFailure``, also for an address that is not one.
    package static func run(
        _ url: SecretText, own: [HTTPHeader], common: [(name: String, value: String)],
        settings: DownloadSettings, _ network: NetworkGuard,
        until cancellation: Cancellation = Cancellation(),
        head: (_ status: Int, _ fields: [String: String]) throws -> Void,
        body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let headers = HTTPRequestHeaders(
            url, own: own, common: common.compactMap { HTTPHeader(name: $0.name, value: $0.value) })
        guard let headers else {
            throw ConnectionFailure(reason: "is not a valid address", isLasting: true)
        }
        var failure: (any Error)?
        func attempt(_ call: () throws -> Void) throws(DownloadFailure) {
            do {
                try call()
            } catch {
                failure = error
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
                    throw failure ?? Self.connectionFailure(error)
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
