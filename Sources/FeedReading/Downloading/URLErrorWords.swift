import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What `URLSession` says went wrong, in our words.
enum URLErrorWords {
    /// Without the URL, which descriptions of errors tend to repeat, secrets included.
    static func reason(_ error: any Error) -> String {
        guard let code = (error as? URLError)?.code else { return "the download failed" }
        switch code {
        case .timedOut: return "the server does not answer in time"
        case .cannotFindHost, .dnsLookupFailed: return "there is no such host"
        case .cannotConnectToHost: return "cannot connect to the host"
        case .networkConnectionLost: return "the connection was cut before the end"
        case .notConnectedToInternet: return "there is no network connection"
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            return "the secure connection failed"
        case .badServerResponse: return "the server's answer is no HTTP"
        default: return "the download failed (URL error \(code.rawValue))"
        }
    }
}
