/// The central directory of a zip: what is in it and where.
///
/// Read here rather than through libarchive, which tells neither the packed size nor where a
/// member lies and would walk over all members before the wanted one. With it, every member can
/// be opened directly, whatever the order in the archive.
struct ZipDirectory: Sendable {
    /// One member and the bytes of the file that are its own: local header, content, and what
    /// follows up to the next member.
    struct Member: Sendable {
        let record: ZipRecord
        let range: Range<Int64>
    }

    let members: [Member]

    /// Reads the directory at the end of a file; nil when the file does not end like a zip.
    init?(_ file: ReadableFile, limits: ArchiveLimits) throws(FeedError) {
        guard let end = try ZipEnd(file) else { return nil }
        try limits.checkMembers(Int(clamping: end.memberCount), source: file.name)
        // Far more than the allowed members can need: do not even read it.
        let plausible = Int64(limits.memberCount).multipliedReportingOverflow(by: 1024)
        guard plausible.overflow || end.directory.count <= plausible.partialValue + 1_000_000
        else {
            throw .limitExceeded(
                source: file.name, limit: .memberCount(limits.memberCount),
                found: "a central directory of \(end.directory.count) bytes")
        }
        var rest = try file.bytes(end.directory)[...]
        var records: [ZipRecord] = []
        while !rest.isEmpty && records.count <= limits.memberCount {
            guard let record = ZipRecord(rest) else { break }
            records.append(record)
            rest = rest.dropFirst(record.length)
        }
        try limits.checkMembers(records.count, source: file.name)
        guard records.count >= end.memberCount else {
            throw .damagedArchive(
                source: file.name,
                reason: "the zip's central directory breaks off after \(records.count) "
                    + "of \(end.memberCount) members")
        }
        members = try Self.place(records, shift: end.shift, directory: end.directory, in: file)
    }

    /// Finds each member's bytes, which must lie before the next member and the directory.
    private static func place(
        _ records: [ZipRecord], shift: Int64, directory: Range<Int64>, in file: ReadableFile
    ) throws(FeedError) -> [Member] {
        let starts = Set(records.map { $0.declaredOffset &+ shift }).sorted()
        var ends: [Int64: Int64] = [:]
        for (index, start) in starts.enumerated() {
            let next = index + 1 < starts.count ? starts[index + 1] : directory.lowerBound
            ends[start] = next
        }
        var members: [Member] = []
        members.reserveCapacity(records.count)
        for record in records {
            let start = record.declaredOffset &+ shift
            let localHeader: Int64 = 30
            guard start >= 0, let end = ends[start], end > start,
                record.compressedSize <= end - start - localHeader
            else {
                throw .damagedArchive(
                    source: file.name,
                    reason: "the zip is cut short or broken: \(record.path) should lie at byte "
                        + "\(start) with \(record.compressedSize) bytes, but there is less room")
            }
            members.append(Member(record: record, range: start..<end))
        }
        return members
    }
}
