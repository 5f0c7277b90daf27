import FeedReading
import Foundation
import Testing

#if Curl
    import CCurl
#endif

/// What is said of a download that broke, whoever downloads.
@Suite("Words for broken downloads")
struct DownloadErrorWordsTests {
    #if Curl
        @Test(
            "What libcurl says went wrong has words of its own",
            arguments: [
                (CURLE_PEER_FAILED_VERIFICATION, "the server's certificate is not trusted"),
                (CURLE_COULDNT_RESOLVE_HOST, "there is no such host"),
                (CURLE_RECV_ERROR, "the connection was cut before the end"),
                (CURLE_SSL_CONNECT_ERROR, "the secure connection failed"),
                (
                    CURLE_TOO_MANY_REDIRECTS,
                    "the download failed (Number of redirects hit maximum amount)"
                ),
            ])
        func words(code: CURLcode, words: String) {
            #expect(CurlErrorWords.reason(code) == words)
            #expect(CurlErrorWords.isCertificate(code) == words.contains("certificate"))
        }
    #else
        @Test(
            "What URLSession says went wrong has words of its own",
            arguments: [
                (NSURLErrorServerCertificateUntrusted, "the server's certificate is not trusted"),
                (NSURLErrorCannotFindHost, "there is no such host"),
                (NSURLErrorNetworkConnectionLost, "the connection was cut before the end"),
                (NSURLErrorSecureConnectionFailed, "the secure connection failed"),
                (
                    NSURLErrorHTTPTooManyRedirects,
                    "the download failed (URLSession's error -1007)"
                ),
            ])
        func words(code: Int, words: String) {
            #expect(SessionErrorWords.reason(code) == words)
            #expect(SessionErrorWords.isCertificate(code) == words.contains("certificate"))
        }
    #endif
}
