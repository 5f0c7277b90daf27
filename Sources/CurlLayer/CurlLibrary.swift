package import CCurl
import Foundation
import SystemLayer

/// libcurl, loaded for the first download.
///
/// With its forty dependencies it would add 5 ms to every start, as long as checking a small feed
/// takes.
@dynamicMemberLookup
package struct CurlLibrary: @unchecked Sendable {
    // Sendable: addresses of functions, which never change, in a library that stays loaded.

    package static let shared = CurlLibrary()

    #if canImport(Darwin)
        private static let names = ["libcurl.4.dylib"]
    #else
        private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    #endif

    private let functions: gtfs_curl_functions
    /// With the version, such as "libcurl 7.88.1".
    package let name: String

    private init?() {
        guard let library = LoadedLibrary(Self.names) else { return nil }
        let names = String(cString: gtfs_curl_names()).split(separator: " ")
        let addresses = names.compactMap { library.address(of: String($0)) }
        guard addresses.count == names.count else { return nil }
        functions = addresses.withUnsafeBytes { $0.load(as: gtfs_curl_functions.self) }
        guard functions.curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK else { return nil }
        // "libcurl/7.88.1 OpenSSL/3.0.15 ..."
        let words = functions.curl_version().map { String(cString: $0) }
        name = String((words ?? "libcurl").prefix { $0 != " " }).replacing("/", with: " ")
    }

    /// A function by its name in C.
    package subscript<Function>(
        dynamicMember function: KeyPath<gtfs_curl_functions, Function>
    ) -> Function {
        functions[keyPath: function]
    }

    func withFunctions(_ body: (UnsafePointer<gtfs_curl_functions>) -> Void) {
        withUnsafePointer(to: functions, body)
    }
}

/// Failures of libcurl in our words, which never contain the URL: it may contain secrets.
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
            return "the server's answer is not HTTP"
        case CURLE_URL_MALFORMAT: return "is not a valid URL"
        default:
            let words = CurlLibrary.shared?.curl_easy_strerror(code).map { String(cString: $0) }
            return "the download failed (\(words ?? "libcurl's error \(code.rawValue)"))"
        }
    }

    /// Whether the server could not prove its identity.
    package static func isCertificate(_ code: CURLcode) -> Bool {
        [CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS]
            .contains(code)
    }

    /// Whether another attempt would end the same way.
    package static func isLasting(_ code: CURLcode) -> Bool {
        isCertificate(code) || [CURLE_SSL_CACERT_BADFILE, CURLE_URL_MALFORMAT].contains(code)
    }
}
