import CCurl
import CurlLayer
import FeedReading
import Testing

@Suite("Words for broken downloads")
struct DownloadErrorWordsTests {
    @Test(
        "Failures of libcurl have words of their own",
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
}
