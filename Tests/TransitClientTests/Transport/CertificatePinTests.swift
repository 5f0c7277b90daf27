import Foundation
import Testing
import TransitClient

@Suite("Pins of certificates") struct CertificatePinTests {
    /// A certificate for localhost, and what `openssl` says of it.
    private static let certificate = """
        MIIBmzCCAUGgAwIBAgIUfc2FJcI/IZF4dGwXLBGd3PjhR78wCgYIKoZIzj0EAwIwFDESMBAGA1UE
        AwwJbG9jYWxob3N0MCAXDTI2MTEyMzAyMjIxNFoYDzIxMjYxMDMwMDIyMjE0WjAUMRIwEAYDVQQD
        DAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASZWKuqdfYxGAuqy9vr2/J0RMbx
        sneFmkIEYLcWfBExnve4W/PqgYiWnd/FUSba+wtk6Kwg3UmfV9A4GGMx1hvho28wbTAdBgNVHQ4E
        FgQUtlam7ZZFZPOPjmwKgMEnnwIvitwwHwYDVR0jBBgwFoAUtlam7ZZFZPOPjmwKgMEnnwIvitww
        DwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwID
        SAAwRQIgL6Z7Uu5+zjYQG0W4j0oVRjm+m0ez9+vlH99Ad4wlgQQCIQD0wpo9FsTppl0zbeYCEQZj
        dc++13QRrYzccaw8tlcnBg==
        """

    private let certificate: Data
    private let key: CertificatePin
    private let whole: CertificatePin

    init() throws {
        certificate = try #require(
            Data(base64Encoded: Self.certificate, options: .ignoreUnknownCharacters))
        let keyDigest = Data(base64Encoded: "2KWyX5BJiYATrJ+FyonroQsP9qK33iyEDGAkt+XffQw=")
        key = .publicKey(sha256: try #require(keyDigest))
        let digest = Data(base64Encoded: "evqsiOg22V6t6A9DjR/miGKuwMqKsexa5D8DxeDDDFI=")
        whole = .certificate(sha256: try #require(digest))
    }

    @Test("The pinned one is known by its key and as a whole")
    func matches() {
        #expect(key.matches(certificate))
        #expect(whole.matches(certificate))
        // As a part of something else, whose bytes are not counted from 0.
        #expect(key.matches((Data([1, 2, 3]) + certificate).dropFirst(3)))
    }

    @Test("No other is")
    func others() {
        for index in certificate.indices {
            var other = certificate
            other[index] ^= 1
            #expect(!whole.matches(other))
            // Neither a wrong length nor a wrong type makes it fail.
            _ = key.matches(other)
            #expect(!key.matches(certificate.prefix(min(index, 150))))
        }
        #expect(!key.matches(Data()))
        #expect(!CertificatePin.publicKey(sha256: Data()).matches(Data()))
    }
}
