import Crypto
import FeedReading
import SystemLayer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The size and SHA-256 of a file, read piece by piece.
struct FileDigest: Hashable {
    let bytes: Int
    /// 64 hexadecimal digits.
    let sha256: String

    init(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw PublishingError.unusableFolder(
                path: path, reason: "cannot be read: \(SystemError.last.description)")
        }
        defer { close(descriptor) }
        var hash = SHA256()
        var total = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            guard count >= 0 else {
                throw PublishingError.unusableFolder(
                    path: path, reason: "cannot be read: \(SystemError.last.description)")
            }
            if count == 0 { break }
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            total += count
        }
        bytes = total
        sha256 = Self.hexadecimal(hash.finalize())
    }

    /// The SHA-256 of a text.
    static func sha256(_ text: String) -> String {
        hexadecimal(SHA256.hash(data: Array(text.utf8)))
    }

    private static func hexadecimal(_ digest: SHA256Digest) -> String {
        digest.reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
