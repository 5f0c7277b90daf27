#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// CryptoKit's on Apple's systems, elsewhere OpenSSL's.
package struct SHA256 {
    package static let byteCount = 32

    #if canImport(CryptoKit)
        private var state = CryptoKit.SHA256()

        package init() {}

        package mutating func update(_ bytes: UnsafeRawBufferPointer) {
            state.update(bufferPointer: bytes)
        }

        package var digest: [UInt8] { Array(state.finalize()) }
    #else
        private var state = SHA256_CTX()

        package init() {
            SHA256_Init(&state)
        }

        package mutating func update(_ bytes: UnsafeRawBufferPointer) {
            SHA256_Update(&state, bytes.baseAddress, bytes.count)
        }

        package var digest: [UInt8] {
            var ending = state
            return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
                SHA256_Final(buffer.baseAddress, &ending)
                count = Self.byteCount
            }
        }
    #endif

    package static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
        var hash = SHA256()
        let isDone: Void? = bytes.withContiguousStorageIfAvailable {
            hash.update(UnsafeRawBufferPointer($0))
        }
        if isDone == nil { Array(bytes).withUnsafeBytes { hash.update($0) } }
        return hash.digest
    }
}

extension [UInt8] {
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = flatMap { byte in [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    /// All of equal length take equally long: time does not reveal how much of a secret was right.
    package func isEqual(inConstantTimeTo other: [UInt8]) -> Bool {
        count == other.count && zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

package struct ByteDigest {
    private var hash = SHA256()
    package private(set) var count = 0

    package init() {}

    /// As for ``Descriptor/plainFile(_:followingLinks:)``.
    package init(file path: String, followingLinks: Bool = true) throws(FileError) {
        self = try ReadableFile<FileError>(path: path, followingLinks: followingLinks).digest()
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bytes)
        count += bytes.count
    }

    package var bytes: [UInt8] { hash.digest }

    package var sha256: String { bytes.hexadecimal }

    package static func sha256(_ bytes: some Sequence<UInt8>) -> String {
        SHA256.digest(of: bytes).hexadecimal
    }
}

package enum MessageCode {
    /// RFC 2104; 32 bytes.
    package static func sha256(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(
                HMAC<CryptoKit.SHA256>.authenticationCode(
                    for: message, using: SymmetricKey(data: key)))
        #else
            return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { buffer, count in
                // It fails only for lack of memory.
                let code = HMAC(
                    EVP_sha256(), key, Int32(key.count), message, message.count,
                    buffer.baseAddress, nil)
                precondition(code != nil, "out of memory")
                count = SHA256.byteCount
            }
        #endif
    }
}
