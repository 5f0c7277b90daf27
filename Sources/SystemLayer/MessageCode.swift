#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// A code that only who has the key can make of a message.
package enum MessageCode {
    /// The HMAC-SHA256 (RFC 2104) of a message, 32 bytes.
    package static func sha256(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(
                HMAC<CryptoKit.SHA256>.authenticationCode(
                    for: message, using: SymmetricKey(data: key)))
        #else
            return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { buffer, count in
                // It only fails for want of memory.
                let code = HMAC(
                    EVP_sha256(), key, Int32(key.count), message, message.count,
                    buffer.baseAddress, nil)
                precondition(code != nil, "out of memory")
                count = SHA256.byteCount
            }
        #endif
    }
}
