import Crypto
import FeedReading
import SystemLayer

/// The size and SHA-256 of a file, read piece by piece.
struct FileDigest: Hashable {
    let bytes: Int
    /// 64 hexadecimal digits.
    let sha256: String

    init(path: String) throws {
        var hash = SHA256()
        var total = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        do throws(SystemError) {
            let file = try Descriptor(reading: path)
            while case let count = try file.read(into: buffer), count > 0 {
                hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
                total += count
            }
        } catch {
            throw PublishingError.unusableFolder(
                path: path, reason: "cannot be read: \(error.description)")
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
