import COpenSSL.TLS
import Foundation
import TestSupport
import Testing

/// A server over TLS whose certificate is not one to trust: it expired in 2020, or no authority
/// vouches for it.
final class UntrustedServer: Sendable {
    enum Certificate: String {
        case expired = """
            -----BEGIN CERTIFICATE-----
            MIIBUjCB+qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
            dDAeFw0yMDAxMDEwMDAwMDBaFw0yMDAyMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
            Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBOnx8AFa6aFVf6dkT0Q
            DAy31W4Co0qzyoFk/Fm2w+jiMQ5S+UBfTbbM9Q4zH78uy+aJlrUVozLkhp8i3Xya
            V86jPTA7MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAdBgNVHQ4EFgQUAD97
            g2fQR26QFo74/uhwgnqN7awwCgYIKoZIzj0EAwIDRwAwRAIgGlX8XiVpgLhhu8qe
            NdCrw8qsRnBnyuAalTfslb22qtYCIGitBN71NzQd9+jGfU0F2J+T2IMsjWeYmFvj
            Fi1U6q0g
            -----END CERTIFICATE-----
            """
        case foreign = """
            -----BEGIN CERTIFICATE-----
            MIIBVDCB/KADAgECAgECMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
            dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
            bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEE6fHwAVrpoVV/p2R
            PRAMDLfVbgKjSrPKgWT8WbbD6OIxDlL5QF9Ntsz1DjMfvy7L5omWtRWjMuSGnyLd
            fJpXzqM9MDswGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBQA
            P3uDZ9BHbpAWjvj+6HCCeo3trDAKBggqhkjOPQQDAgNHADBEAiBX/udZPheAT7Uq
            Buma++P3PLhodPC1e2nGeRkrcU2pRgIgVpdo6P+mBGhflrLfr/Odr8hgwso1Wo3Z
            Mg+vI8WEfWo=
            -----END CERTIFICATE-----
            """
    }

    /// The key of both; it opens nothing but this test.
    private static let key = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIPr2tqXPm4gV4CA3tdDy2/SNx0q7KNREhn0AZFmfOTuFoAoGCCqGSM49
        AwEHoUQDQgAEE6fHwAVrpoVV/p2RPRAMDLfVbgKjSrPKgWT8WbbD6OIxDlL5QF9N
        tsz1DjMfvy7L5omWtRWjMuSGnyLdfJpXzg==
        -----END EC PRIVATE KEY-----
        """

    private let listener: Listener

    var url: String { "https://localhost:\(listener.port)" }

    init(_ certificate: Certificate) throws {
        // A client hangs up: that is what the test is about.
        signal(SIGPIPE, SIG_IGN)
        let context = try #require(SSL_CTX_new(TLS_server_method()))
        let chain = Self.read(certificate.rawValue) { PEM_read_bio_X509($0, nil, nil, nil) }
        let key = Self.read(Self.key) { PEM_read_bio_PrivateKey($0, nil, nil, nil) }
        try #require(SSL_CTX_use_certificate(context, chain) == 1)
        try #require(SSL_CTX_use_PrivateKey(context, key) == 1)
        listener = try Listener()
        // Only the listener's thread uses it from now on.
        nonisolated(unsafe) let tls = context
        listener.start { Self.greet($0, tls) }
    }

    func stop() {
        listener.stop()
    }

    private static func read<Value>(_ text: String, _ body: (OpaquePointer?) -> Value?) -> Value? {
        let memory = BIO_new_mem_buf(text, Int32(text.utf8.count))
        defer { BIO_free(memory) }
        return body(memory)
    }

    /// Answers whatever comes.
    private static func greet(_ connection: Int32, _ context: OpaquePointer) {
        let stream = SSL_new(context)
        defer {
            SSL_free(stream)
            close(connection)
        }
        SSL_set_fd(stream, connection)
        var request = [UInt8](repeating: 0, count: 4096)
        guard SSL_accept(stream) == 1, SSL_read(stream, &request, Int32(request.count)) > 0 else {
            return
        }
        let body = Replies.pong
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\n"
        let text = "\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        SSL_write(stream, text, Int32(text.utf8.count))
        SSL_shutdown(stream)
    }
}
