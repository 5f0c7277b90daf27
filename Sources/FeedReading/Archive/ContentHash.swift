import CXXHash
import GTFSSchedule

/// A hash of a feed's content that ignores how the feed was packed.
///
/// The same files with the same bytes give the same value, whatever the order of the members, their
/// dates, the compression or their folder. It is the 128-bit XXH3, as in `xxhsum -H128`, over all
/// files in the order of their names' UTF-8 bytes: for each, the name, a zero byte, and the XXH3 of
/// the content. It detects different contents, not forgeries: an attacker who can change a feed
/// does not need two feeds with one hash.
///
///     var hash = ContentHash()
///     hash.update(bytes)              // as often as it takes
///     hash.finishMember("stops.txt")
///     hash.value()
package struct ContentHash: ~Copyable {
    package static let mark = "xxh3:"

    private var members: [Member] = []
    private let current = StreamedHash()

    private struct Member {
        let name: String
        let hash: [UInt8]
    }

    package init() {}

    package func update(_ bytes: UnsafeRawBufferPointer) {
        current.update(bytes)
    }

    /// The next bytes start another member.
    package mutating func finishMember(_ name: String) {
        members.append(Member(name: name, hash: current.finish()))
    }

    /// `xxh3:` and 32 hexadecimal digits.
    package func value() -> String {
        let total = StreamedHash()
        for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            for bytes in [Array(member.name.utf8), [0], member.hash] {
                bytes.withUnsafeBytes { total.update($0) }
            }
        }
        return Self.mark
            + total.finish().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

struct StreamedHash: ~Copyable {
    private let state = UnsafeMutableRawPointer.allocate(
        byteCount: gtfs_xxh3_state_size(), alignment: 64)

    init() {
        gtfs_xxh3_begin(state)
    }

    deinit {
        state.deallocate()
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 0 else { return }
        gtfs_xxh3_add(state, bytes.baseAddress, bytes.count)
    }

    /// 16 bytes; nothing can be added afterwards.
    func finish() -> [UInt8] {
        let hash = [UInt8](unsafeUninitializedCapacity: 16) { bytes, count in
            gtfs_xxh3_finish(state, bytes.baseAddress)
            count = 16
        }
        gtfs_xxh3_begin(state)
        return hash
    }
}
