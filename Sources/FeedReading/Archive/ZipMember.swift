import SystemLayer

/// Reads a deflated or stored member of a zip without libarchive, which takes three times as long.
///
/// Used by one thread at a time.
final class ZipMember {
    /// Large enough that system calls cost little compared with inflating.
    private static let inputSize = 256 * 1024

    private static let stored: UInt16 = 0
    private static let deflated: UInt16 = 8

    private let file: ArchiveFile
    private let record: ZipRecord
    private let inflater: any Inflater
    private let input = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ZipMember.inputSize, alignment: 16)
    private var rest: Range<Int64>
    private var size: Int64 = 0
    private var crc: UInt32 = 0

    /// Nil for a member that is neither, or whose local header differs: libarchive can handle
    /// those.
    init?(
        _ member: ZipDirectory.Member, of file: ArchiveFile,
        through inflater: any Inflater = Inflaters.make()
    ) throws(FeedError) {
        self.file = file
        record = member.record
        let isStored = record.method == Self.stored
        self.inflater = isStored ? StoredBytes(record.compressedSize) : inflater
        rest = 0..<0
        guard isStored || record.method == Self.deflated, !record.isEncrypted,
            let start = try Self.start(member, in: file),
            start + record.compressedSize <= member.range.upperBound
        else { return nil }
        rest = start..<start + record.compressedSize
    }

    deinit {
        input.deallocate()
    }

    private static func start(
        _ member: ZipDirectory.Member, in file: ArchiveFile
    ) throws(FeedError) -> Int64? {
        let start = member.range.lowerBound
        let header = try file.bytes(start..<min(start + 30, member.range.upperBound))[...]
        guard header.starts(with: [0x50, 0x4B, 3, 4]),
            header.littleEndian(8, count: 2) == UInt64(member.record.method),
            let nameLength = header.littleEndian(26, count: 2),
            let extraLength = header.littleEndian(28, count: 2)
        else { return nil }
        return start + 30 + Int64(nameLength) + Int64(extraLength)
    }

    /// Reads the next bytes: fewer than fit in the buffer only before the end, and 0 there. Throws
    /// at the end when length or checksum are wrong.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveFailure) -> Int {
        var count = 0
        while !inflater.isAtEnd, count < buffer.count {
            if inflater.unusedInput == 0 { try refill() }
            let unused = inflater.unusedInput
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            guard let more = inflater.inflate(into: room) else {
                throw .library("its deflated data is broken")
            }
            count += more
            let isStuck = more == 0 && inflater.unusedInput == unused
            guard inflater.isAtEnd || !isStuck else {
                throw .library("its data breaks off")
            }
        }
        crc = inflater.checksum(crc, UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        size += Int64(count)
        if count == 0, !buffer.isEmpty { try checkEnd() }
        return count
    }

    private func refill() throws(ArchiveFailure) {
        let wanted = Int(min(Int64(input.count), Int64(rest.count)))
        guard wanted > 0 else { return }
        do throws(FeedError) {
            let piece = UnsafeMutableRawBufferPointer(rebasing: input.prefix(wanted))
            let count = try file.read(into: piece, at: rest.lowerBound)
            rest = rest.lowerBound + Int64(count)..<rest.upperBound
            inflater.take(UnsafeRawBufferPointer(rebasing: piece.prefix(count)))
        } catch {
            throw .input(error)
        }
    }

    private func checkEnd() throws(ArchiveFailure) {
        guard size == record.size else {
            throw .library("it holds \(size) bytes, and the archive declares \(record.size)")
        }
        guard crc == record.crc32 else {
            let found = String(crc, radix: 16)
            throw .library("bad CRC: \(found) instead of \(String(record.crc32, radix: 16))")
        }
    }
}
