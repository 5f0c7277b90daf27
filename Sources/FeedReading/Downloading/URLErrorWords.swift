import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What `URLSession` says went wrong, in our words.
package enum URLErrorWords {
    /// Without the URL, which descriptions of errors tend to repeat, secrets included.
    package static func reason(_ error: any Error) -> String {
        guard let code = (error as? URLError)?.code else { return "the download failed" }
        guard !isCertificate(error) else { return "the server's certificate is not trusted" }
        switch code {
        case .timedOut: return "the server does not answer in time"
        case .cannotFindHost, .dnsLookupFailed: return "there is no such host"
        case .cannotConnectToHost: return "cannot connect to the host"
        case .networkConnectionLost: return "the connection was cut before the end"
        case .notConnectedToInternet: return "there is no network connection"
        case .secureConnectionFailed: return "the secure connection failed"
        case .badServerResponse: return "the server's answer is no HTTP"
        default: return "the download failed (URL error \(code.rawValue))"
        }
    }

    /// Whether the server could not prove who it is, which no other attempt changes.
    ///
    /// On Linux such an error has no code of its own, but what libcurl says about it.
    package static func isCertificate(_ error: any Error) -> Bool {
        guard let error = error as? URLError else { return false }
        switch error.code {
        case .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            return true
        case .unknown:
            return error.localizedDescription.lowercased().contains("certificate")
        default: return false
        }
    }
}
