import NIOCore
import NIOPosix
import NIOSSL

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

    private let channel: any Channel

    var url: String { "https://localhost:\(channel.localAddress?.port ?? 0)" }

    init(_ certificate: Certificate) async throws {
        let configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.rawValue.utf8))
                .map { .certificate($0) },
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: Array(Self.key.utf8), format: .pem)))
        let context = try NIOSSLContext(configuration: configuration)
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context), Greeter())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    func stop() async throws {
        try await channel.close()
    }

    /// Answers whatever comes.
    private final class Greeter: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let body = Replies.pong
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
            let text = "\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }

        /// The client hangs up: that is what the test is about.
        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
