import Crypto
import SystemLayer

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
