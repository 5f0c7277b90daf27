import Crypto

/// A hash of a feed's content that ignores how the feed was packed.
///
/// The same files with the same bytes give the same value, whatever the order of the members,
/// their dates, the compression or the folder they lie in. It is the SHA-256 of, for each file
/// in the order of the names' UTF-8 bytes: the name, a zero byte, and the SHA-256 of the content.
///
///     var hash = ContentHash()
///     hash.update(bytes)              // as often as it takes
///     hash.finishMember("stops.txt")
///     hash.value
package struct ContentHash {
    private var members: [(name: String, digest: SHA256Digest)] = []
    private var current = SHA256()

    package init() {}

    /// Adds bytes to the current member.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        current.update(bufferPointer: bytes)
    }

    /// Ends the current member and names it; the next bytes start another.
    package mutating func finishMember(_ name: String) {
        members.append((name, current.finalize()))
        current = SHA256()
    }

    /// The hash over the finished members, as 64 hexadecimal digits.
    package var value: String {
        var total = SHA256()
        for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            total.update(data: Array(member.name.utf8))
            total.update(data: [0])
            member.digest.withUnsafeBytes { total.update(bufferPointer: $0) }
        }
        return total.finalize().hexadecimal
    }
}

extension ContentHash {
    /// The SHA-256 of plain bytes, such as those of an archive.
    struct Bytes {
        private var hash = SHA256()
        /// How many bytes there were so far.
        private(set) var count: Int64 = 0

        mutating func update(_ bytes: UnsafeRawBufferPointer) {
            hash.update(bufferPointer: bytes)
            count += Int64(bytes.count)
        }

        /// 64 hexadecimal digits.
        var value: String { hash.finalize().hexadecimal }
    }
}

extension SHA256Digest {
    /// 64 lower-case digits.
    var hexadecimal: String {
        reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
