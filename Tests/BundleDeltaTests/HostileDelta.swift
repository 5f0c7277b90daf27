import Foundation
import TestSupport
import Testing

/// A delta whose header and streams are in order, and whose pieces are not.
struct HostileDelta: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let pieces: [UInt8]

    static let cases = [
        HostileDelta("a copy from behind the old file", [0, 100] + number(9000) + [0]),
        HostileDelta("a copy from before the old file", [0, 100, 1, 0]),
        HostileDelta("a copy that is longer than the new file", [0] + number(1 << 40) + [0, 0]),
        HostileDelta("more literals than the new file has", number(1 << 40) + [0]),
        HostileDelta("a piece of no bytes", [0, 0]),
        HostileDelta("a number without an end", [UInt8](repeating: 0xFF, count: 40)),
        HostileDelta("a seek as far as numbers go", [0, 100] + number(1 << 62) + [0]),
        HostileDelta("a run behind the copy", [0, 100, 0, 1] + number(100) + [1]),
        HostileDelta("a run of no bytes", [0, 100, 0, 1, 0, 0]),
        HostileDelta("more runs than bytes", [0, 100, 0, 101]),
        HostileDelta("literals that are not there", [100, 0]),
        HostileDelta("differences that are not there", [0, 100, 0, 1, 0, 100]),
        HostileDelta("no piece", []),
    ]

    init(_ description: String, _ pieces: [UInt8]) {
        testDescription = description
        self.pieces = pieces
    }

    /// The delta for the files of another one.
    func bytes(like whole: [UInt8], in folder: TestFolder) throws -> [UInt8] {
        Self.bytes([Self.stored(pieces), Self.stored([]), Self.stored([])], like: whole)
    }

    /// The delta of three packed streams for the files of another one.
    static func bytes(_ streams: [[UInt8]], like whole: [UInt8]) -> [UInt8] {
        var bytes = Array(whole[..<88])
        for stream in streams {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: stream.count >> (56 - 8 * $0)) }
        }
        return bytes + streams.joined()
    }

    static func number(_ value: UInt64) -> [UInt8] {
        value < 0x80
            ? [UInt8(value)]
            : [UInt8(truncatingIfNeeded: value) | 0x80] + number(value >> 7)
    }

    /// A zlib stream (RFC 1950) of one stored block.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let size = UInt16(bytes.count)
        return [0x78, 0x01, 0x01, UInt8(size & 0xFF), UInt8(size >> 8), UInt8(~size & 0xFF)]
            + [UInt8(~size >> 8)] + bytes + checksum(bytes)
    }

    /// A zlib stream of so many zeros, a thousandth as large.
    static func zeros(_ count: Int) throws -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: count)
        let gzip = try ArchiveBuilder.pack([(name: "x", bytes: zeros)], as: .gzip)
        // Between its header of ten bytes and its trailer of eight is what zlib wraps otherwise.
        let sum = UInt32(count % 65_521) << 16 | 1
        return [0x78, 0x9C] + gzip[10..<gzip.count - 8]
            + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let sum = high << 16 | low
        return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }
}
