public import Foundation
import SystemLayer

/// A certificate that a server must show, whatever else the system trusts.
///
/// Pin two public keys: the one in use, and a spare one for when the first is lost.
public enum CertificatePin: Hashable, Sendable {
    /// The SHA-256 of the `SubjectPublicKeyInfo` of the server's certificate, as computed by
    /// `openssl x509 -pubkey`, `openssl pkey -pubin -outform der` and
    /// `openssl dgst -sha256 -binary`, one after the other. It stays the same when the certificate
    /// is renewed with the same key.
    case publicKey(sha256: Data)
    /// The SHA-256 of the server's certificate. It changes with every renewal.
    case certificate(sha256: Data)

    /// Returns whether a certificate is the pinned one.
    ///
    /// - Parameter certificate: the certificate in DER.
    public func matches(_ certificate: Data) -> Bool {
        switch self {
        case .certificate(let digest):
            return digest == Data(SHA256.digest(of: certificate))
        case .publicKey(let digest):
            guard let key = Self.publicKey(of: certificate) else { return false }
            return digest == Data(SHA256.digest(of: key))
        }
    }

    static func isCertificate(_ data: Data) -> Bool { publicKey(of: data) != nil }

    /// The `SubjectPublicKeyInfo` of a certificate in DER; nil for anything that is not a
    /// certificate.
    ///
    ///     Certificate { TBSCertificate { [0] version (may be absent), serialNumber, signature, issuer,
    ///         validity, subject, subjectPublicKeyInfo, ... }, ... }
    private static func publicKey(of certificate: Data) -> Data? {
        let sequence: UInt8 = 0x30
        guard let whole = Element(certificate[...]), whole.tag == sequence,
            let signed = Element(whole.content), signed.tag == sequence
        else { return nil }
        var rest = signed.content
        if rest.first == 0xA0 {
            guard let version = Element(rest) else { return nil }
            rest = version.rest
        }
        for _ in 0..<5 {
            guard let skipped = Element(rest) else { return nil }
            rest = skipped.rest
        }
        guard let key = Element(rest), key.tag == sequence else { return nil }
        return key.whole
    }

    private struct Element {
        let tag: UInt8
        let whole: Data
        let content: Data
        let rest: Data

        init?(_ bytes: Data) {
            guard bytes.count >= 2 else { return nil }
            let start = bytes.startIndex
            tag = bytes[start]
            var length = Int(bytes[start + 1])
            var head = 2
            if length >= 0x80 {
                let digits = length & 0x7F
                guard 1...4 ~= digits, bytes.count >= 2 + digits else { return nil }
                length = bytes[(start + 2)..<(start + 2 + digits)].reduce(0) { $0 << 8 | Int($1) }
                head += digits
            }
            guard bytes.count - head >= length else { return nil }
            let end = start + head + length
            whole = bytes[start..<end]
            content = bytes[(start + head)..<end]
            rest = bytes[end...]
        }
    }
}

extension TransitClient {
    /// A pinned certificate, under a name that nothing else shadows.
    public typealias Pin = CertificatePin
}
