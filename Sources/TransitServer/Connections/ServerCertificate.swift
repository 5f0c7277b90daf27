import NIOSSL
import SystemLayer

/// The certificate of an HTTPS server, and its key.
@available(iOS 17, macOS 14, *)
package final class ServerCertificate: Sendable {
    private let certificate: String
    private let key: String
    private let current: Locked<NIOSSLContext>

    /// Reads both from PEM files; the certificate's file may contain its chain.
    ///
    /// - Throws: `ServingError` when a file cannot be read, or they do not belong together.
    package init(certificate: String, key: String) throws(ServingError) {
        self.certificate = certificate
        self.key = key
        current = Locked(try Self.context(certificate, key))
    }

    /// Reads the files again. Open connections continue as they are; if something is wrong with the
    /// files, new ones use the previous certificate.
    ///
    /// - Throws: as `init`.
    func reread() throws(ServingError) {
        let context = try Self.context(certificate, key)
        current.withLock { $0 = context }
    }

    /// The context that secures connections.
    var context: NIOSSLContext { current.withLock { $0 } }

    private static func context(
        _ certificate: String, _ key: String
    ) throws(ServingError) -> NIOSSLContext {
        for path in [certificate, key] where !Files.exist(at: path) {
            throw .missing(path: path)
        }
        let chain = try read(certificate, because: "is not a certificate in PEM") {
            try NIOSSLCertificate.fromPEMFile($0)
        }
        guard !chain.isEmpty else {
            throw .unusable(path: certificate, reason: "is not a certificate in PEM")
        }
        let secret = try read(key, because: "is not a private key in PEM, or has a password") {
            try NIOSSLPrivateKey(file: $0, format: .pem)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(secret))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return try read(key, because: "is not the key of \(certificate)") { _ in
            try NIOSSLContext(configuration: configuration)
        }
    }

    /// The libraries' messages about files are for developers.
    private static func read<Value>(
        _ path: String, because reason: String, _ body: (String) throws -> Value
    ) throws(ServingError) -> Value {
        do {
            return try body(path)
        } catch {
            throw .unusable(path: path, reason: reason)
        }
    }
}
