import CISAL

/// A deflated member of a zip on its way out, through ISA-L: a third of the time of zlib, which
/// libarchive uses.
///
/// Used by one thread at a time; every call to the library is in this file.
final class DeflatedMember {
    /// Large enough that system calls cost nothing beside inflating.
    private static let inputSize = 256 * 1024
    private static let method: UInt16 = 8

    private let file: ReadableFile
    private let record: ZipRecord
    private let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
    private let input = UnsafeMutableRawBufferPointer.allocate(
        byteCount: DeflatedMember.inputSize, alignment: 16)
    /// What of the packed bytes has not been read.
    private var rest: Range<Int64>
    private var size: Int64 = 0
    private var crc: UInt32 = 0
    private var isAtEnd = false

    /// Nil for a member that is not deflated, or whose local header does not say so: libarchive
    /// knows what to make of it.
    init?(_ member: ZipDirectory.Member, of file: ReadableFile) throws(FeedError) {
        self.file = file
        record = member.record
        rest = 0..<0
        isal_inflate_init(state)
        guard record.method == Self.method, !record.isEncrypted,
            let start = try Self.start(member, in: file),
            start + record.compressedSize <= member.range.upperBound
        else { return nil }
        rest = start..<start + record.compressedSize
    }

    deinit {
        state.deallocate()
        input.deallocate()
    }

    /// Where the packed bytes begin, behind the local header.
    private static func start(
        _ member: ZipDirectory.Member, in file: ReadableFile
    ) throws(FeedError) -> Int64? {
        let start = member.range.lowerBound
        let header = try file.bytes(start..<min(start + 30, member.range.upperBound))[...]
        guard header.starts(with: [0x50, 0x4B, 3, 4]),
            header.littleEndian(8, count: 2) == UInt64(method),
            let nameLength = header.littleEndian(26, count: 2),
            let extraLength = header.littleEndian(28, count: 2)
        else { return nil }
        return start + 30 + Int64(nameLength) + Int64(extraLength)
    }

    /// Reads the next bytes: fewer than fit only before the end, where there are 0. The end is
    /// reached only when length and checksum are right.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveFailure) -> Int {
        guard let base = buffer.baseAddress, !buffer.isEmpty else { return 0 }
        guard !isAtEnd else {
            try checkEnd()
            return 0
        }
        let wanted = min(buffer.count, Int(UInt32.max))
        state.pointee.next_out = base.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_out = UInt32(wanted)
        repeat {
            let before = (state.pointee.avail_in, state.pointee.avail_out)
            if before.0 == 0 { try refill() }
            let answer = isal_inflate(state)
            guard answer >= 0 else { throw .library("its deflated data is broken (\(answer))") }
            isAtEnd = state.pointee.block_state == ISAL_BLOCK_FINISH
            let isStuck = before == (state.pointee.avail_in, state.pointee.avail_out)
            guard isAtEnd || !isStuck else {
                throw .library("its deflated data breaks off")
            }
        } while !isAtEnd && state.pointee.avail_out > 0
        let count = wanted - Int(state.pointee.avail_out)
        crc = crc32_gzip_refl(crc, base.assumingMemoryBound(to: UInt8.self), UInt64(count))
        size += Int64(count)
        if count == 0 { try checkEnd() }
        return count
    }

    private func refill() throws(ArchiveFailure) {
        let wanted = Int(min(Int64(input.count), Int64(rest.count)))
        guard wanted > 0 else { return }
        do throws(FeedError) {
            let piece = UnsafeMutableRawBufferPointer(rebasing: input.prefix(wanted))
            let count = try file.read(into: piece, at: rest.lowerBound)
            rest = rest.lowerBound + Int64(count)..<rest.upperBound
            state.pointee.next_in = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
            state.pointee.avail_in = UInt32(count)
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
