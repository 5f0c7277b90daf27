package import CCurl

/// What libcurl says went wrong, in our words: they never hold the URL, which may hold secrets.
package enum CurlErrorWords {
    package static func reason(_ code: CURLcode) -> String {
        guard !isCertificate(code) else { return "the server's certificate is not trusted" }
        switch code {
        case CURLE_OPERATION_TIMEDOUT: return "the server does not answer in time"
        case CURLE_COULDNT_RESOLVE_HOST: return "there is no such host"
        case CURLE_COULDNT_RESOLVE_PROXY: return "there is no such proxy"
        case CURLE_COULDNT_CONNECT: return "cannot connect to the host"
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            return "the connection was cut before the end"
        case CURLE_SSL_CONNECT_ERROR: return "the secure connection failed"
        case CURLE_SSL_CACERT_BADFILE:
            return "the trusted certificates, SSL_CERT_FILE or the system's, cannot be read"
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            return "the server's answer is no HTTP"
        case CURLE_URL_MALFORMAT: return "is no valid URL"
        default:
            let words = CurlLibrary.shared?.describe(code).map { String(cString: $0) }
            return "the download failed (\(words ?? "libcurl's error \(code.rawValue)"))"
        }
    }

    /// Whether the server could not prove who it is.
    package static func isCertificate(_ code: CURLcode) -> Bool {
        [CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS]
            .contains(code)
    }

    /// Whether another attempt would come to the same end.
    static func isLasting(_ code: CURLcode) -> Bool {
        isCertificate(code) || [CURLE_SSL_CACERT_BADFILE, CURLE_URL_MALFORMAT].contains(code)
    }
}
