import SystemLayer

/// Input for libarchive: pieces of files and of memory, one after the other.
struct ArchiveBytes: Sendable {
    private enum Piece {
        case memory([UInt8])
        case file(ArchiveFile, Range<Int64>)

        var length: Int64 {
            switch self {
            case .memory(let bytes): Int64(bytes.count)
            case .file(_, let range): Int64(range.count)
            }
        }
    }

    private let pieces: [Piece]
    let size: Int64

    init(_ file: ArchiveFile) {
        pieces = [.file(file, 0..<file.size)]
        size = file.size
    }

    init(_ file: ArchiveFile, _ range: Range<Int64>, then bytes: [UInt8]) {
        pieces = [.file(file, range), .memory(bytes)]
        size = Int64(range.count) + Int64(bytes.count)
    }

    /// 0 at the end.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FeedError) -> Int {
        var start: Int64 = 0
        for piece in pieces {
            let within = offset - start
            let available = piece.length - within
            if available > 0 {
                let target = UnsafeMutableRawBufferPointer(
                    rebasing: buffer.prefix(Int(min(Int64(buffer.count), available))))
                switch piece {
                case .memory(let bytes):
                    target.copyBytes(from: bytes[Int(within)...].prefix(target.count))
                    return target.count
                case .file(let file, let range):
                    return try file.read(into: target, at: range.lowerBound + within)
                }
            }
            start += piece.length
        }
        return 0
    }
}

extension ArchiveBytes {
    /// A zip whose only member is `member`:
    ///
    ///     | local header and content, in the file | directory record | end records, wide and usual |
    ///
    /// It lets libarchive read a member of any zip directly: without its predecessors, without junk
    /// in front or a long comment, and by the sizes and the checksum of the real directory. It is
    /// always a zip64, so there is only one case to handle.
    init(zipOfOnly member: ZipDirectory.Member, in file: ArchiveFile) {
        let record = Self.directoryRecord(member.record)
        let end = Self.endRecords(
            directoryOffset: Int64(member.range.count), directoryLength: record.count)
        self.init(file, member.range, then: record + end)
    }

    /// "The number is in the zip64 part."
    private static let elsewhere: UInt32 = 0xFFFF_FFFF
    private static let zip64Version: UInt16 = 45

    private static func directoryRecord(_ record: ZipRecord) -> [UInt8] {
        // The name does not matter: libarchive takes it from the local header.
        let name: [UInt8] = [UInt8(ascii: "m")]
        var bytes = ZipRecord.signature
        bytes.append(littleEndian: zip64Version)
        bytes.append(littleEndian: zip64Version)
        bytes.append(littleEndian: record.flags)
        bytes.append(littleEndian: record.method)
        bytes.append(littleEndian: UInt32(0))  // time and date
        bytes.append(littleEndian: record.crc32)
        bytes.append(littleEndian: elsewhere)  // packed size
        bytes.append(littleEndian: elsewhere)  // unpacked size
        bytes.append(littleEndian: UInt16(name.count))
        bytes.append(littleEndian: UInt16(20))  // extra fields
        bytes.append(littleEndian: UInt16(0))  // comment
        bytes.append(littleEndian: UInt32(0))  // disk, internal attributes
        bytes.append(littleEndian: UInt32(0))  // external attributes
        bytes.append(littleEndian: UInt32(0))  // the local header's offset
        bytes.append(contentsOf: name)
        bytes.append(littleEndian: UInt16(0x0001))
        bytes.append(littleEndian: UInt16(16))
        bytes.append(littleEndian: record.size)
        bytes.append(littleEndian: record.compressedSize)
        return bytes
    }

    private static func endRecords(directoryOffset: Int64, directoryLength: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x50, 0x4B, 6, 6]
        bytes.append(littleEndian: UInt64(44))  // the rest of this record's size
        bytes.append(littleEndian: zip64Version)
        bytes.append(littleEndian: zip64Version)
        bytes.append(littleEndian: UInt64(0))  // disks
        bytes.append(littleEndian: UInt64(1))  // members on this disk
        bytes.append(littleEndian: UInt64(1))  // members
        bytes.append(littleEndian: UInt64(directoryLength))
        bytes.append(littleEndian: directoryOffset)

        bytes += [0x50, 0x4B, 6, 7]
        bytes.append(littleEndian: UInt32(0))  // disk of the wide end record
        bytes.append(littleEndian: directoryOffset + Int64(directoryLength))
        bytes.append(littleEndian: UInt32(1))  // disks

        bytes += [0x50, 0x4B, 5, 6]
        bytes.append(littleEndian: UInt32(0))  // disks
        bytes.append(littleEndian: UInt16(1))  // members on this disk
        bytes.append(littleEndian: UInt16(1))  // members
        bytes.append(littleEndian: UInt32(directoryLength))
        bytes.append(littleEndian: elsewhere)
        bytes.append(littleEndian: UInt16(0))  // comment
        return bytes
    }
}
