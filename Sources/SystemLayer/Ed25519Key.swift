#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// By Ed25519 (RFC 8032), with CryptoKit on Apple's systems, elsewhere OpenSSL.
package struct Ed25519Key: Sendable {
    package static let size = 32

    package let secret: [UInt8]
    package let open: [UInt8]

    package init() {
        var generator = SystemRandomNumberGenerator()
        secret = (0..<Self.size).map { _ in .random(in: .min ... .max, using: &generator) }
        open = Self.open(of: secret)
    }

    package init?(secret: [UInt8]) {
        guard secret.count == Self.size else { return nil }
        self.secret = secret
        open = Self.open(of: secret)
    }

    private static func open(of secret: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: secret)
            return key.map { Array($0.publicKey.rawRepresentation) } ?? []
        #else
            return withKey(EVP_PKEY_new_raw_private_key, from: secret) { key in
                [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                    count = size
                    let isDone = EVP_PKEY_get_raw_public_key(key, buffer.baseAddress, &count) == 1
                    if !isDone { count = 0 }
                }
            } ?? []
        #endif
    }

    /// 64 bytes; nil where the library refuses to sign (OpenSSL in FIPS mode).
    package func signature(of message: [UInt8]) -> [UInt8]? {
        #if canImport(CryptoKit)
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: secret)
            return (try? key?.signature(for: message)).map(Array.init)
        #else
            return Self.withKey(EVP_PKEY_new_raw_private_key, from: secret) { key in
                var signature = [UInt8](repeating: 0, count: 64)
                var count = signature.count
                let isDone = Self.withContext { context in
                    EVP_DigestSignInit(context, nil, nil, nil, key) == 1
                        && EVP_DigestSign(context, &signature, &count, message, message.count) == 1
                }
                return isDone ? signature : nil
            }
        #endif
    }

    package static func isSignature(
        _ signature: [UInt8], of message: [UInt8], open: [UInt8]
    ) -> Bool {
        #if canImport(CryptoKit)
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: open)
            return key?.isValidSignature(signature, for: message) ?? false
        #else
            return withKey(EVP_PKEY_new_raw_public_key, from: open) { key in
                withContext { context in
                    EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
                        && EVP_DigestVerify(
                            context, signature, signature.count, message, message.count) == 1
                }
            } ?? false
        #endif
    }

    #if !canImport(CryptoKit)
        private typealias MakeKey = (
            Int32, OpaquePointer?, UnsafePointer<UInt8>?, Int
        ) -> OpaquePointer?

        private static func withKey<Result>(
            _ make: MakeKey, from bytes: [UInt8], _ body: (OpaquePointer) -> Result?
        ) -> Result? {
            guard let key = make(EVP_PKEY_ED25519, nil, bytes, bytes.count) else { return nil }
            defer { EVP_PKEY_free(key) }
            return body(key)
        }

        private static func withContext(_ body: (OpaquePointer) -> Bool) -> Bool {
            guard let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            return body(context)
        }
    #endif
}
