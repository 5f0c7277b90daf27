import SystemLayer

/// The central directory of a zip: its members and where they are.
///
/// It is read here because libarchive gives neither the packed size nor the place of a member, and
/// would walk over all members before the wanted one. With it, every member can be opened directly,
/// whatever the order in the archive.
struct ZipDirectory: Sendable {
    /// The range has the local header, the content, and everything up to the next member.
    struct Member: Sendable {
        let record: ZipRecord
        let range: Range<Int64>
    }

    let members: [Member]
    let repairs: [ArchiveRepair]

    init?(_ file: ArchiveFile, limits: ArchiveLimits) throws(FeedError) {
        guard let end = try ZipEnd(file) else { return nil }
        try limits.checkMembers(Int(clamping: end.memberCount), source: file.name)
        // Far more than the allowed members need, so it is not even read.
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
                    + "of \(Quantity.count(Int(clamping: end.memberCount), "member"))")
        }
        members = try Self.place(records, shift: end.shift, directory: end.directory, in: file)
        let first = members.map(\.range.lowerBound).min() ?? end.directory.lowerBound
        var repairs: [ArchiveRepair] = []
        for range in [0..<first, end.between, end.behind] {
            if let repair = try ArchiveRepair(foreignBytes: range, in: file) {
                repairs.append(repair)
            }
        }
        if records.count > end.memberCount {
            repairs.append(
                ArchiveRepair(
                    unlistedMembersOf: file, declared: Int(end.memberCount), found: records.count))
        }
        self.repairs = repairs
    }

    /// A member's bytes must lie before the next member and the directory.
    private static func place(
        _ records: [ZipRecord], shift: Int64, directory: Range<Int64>, in file: ArchiveFile
    ) throws(FeedError) -> [Member] {
        let starts = Set(records.map { $0.declaredOffset &+ shift }).sorted()
        let ends = Dictionary(
            uniqueKeysWithValues: zip(starts, starts.dropFirst() + [directory.lowerBound]))
        return try records.map { (record) throws(FeedError) in
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
            return Member(record: record, range: start..<end)
        }
    }
}

struct ZipEnd {
    let memberCount: UInt64
    /// The bytes of the central directory in the file.
    let directory: Range<Int64>
    /// How far everything is after its declared offset: the length of what was put in front.
    let shift: Int64
    let between: Range<Int64>
    private(set) var behind: Range<Int64> = 0..<0

    private static let length = 22
    private static let locatorLength = 20
    private static let longestComment = 0xFFFF
    /// How far from its end a file that begins as a zip is searched.
    static let reach: Int64 = 64 << 20
    /// How many marks of an end are looked at beyond the longest comment: each costs reads of the file.
    private static let mostFarMarks = 1_000

    /// Backwards from the end, over a comment or over bytes that do not belong there; nil when
    /// there is none.
    init?(_ file: ArchiveFile) throws(FeedError) {
        let shortest = Int64(Self.length)
        let usual = shortest + Int64(Self.longestComment + Self.locatorLength)
        var sawSignature = false
        var farMarks = 0
        // An end that is farther away counts only for a zip that begins with the first byte.
        let head = try file.bytes(0..<min(4, file.size))
        let reach = head.starts(with: [0x50, 0x4B, 3, 4]) ? Self.reach : usual
        // The first byte of records that were looked at.
        var seen = file.size - shortest + 1
        search: while seen > max(0, file.size - reach) {
            let isUsual = seen > file.size - usual
            let start = max(0, isUsual ? file.size - usual : seen - (1 << 20))
            let bytes = try file.bytes(start..<min(seen + shortest - 1, file.size))
            for position in stride(from: bytes.count - Self.length, through: 0, by: -1)
            where bytes[position] == 0x50 && bytes[position + 1] == 0x4B
                && bytes[position + 2] == 5 && bytes[position + 3] == 6
            {
                if isUsual { sawSignature = true } else { farMarks += 1 }
                guard farMarks <= Self.mostFarMarks else { break search }
                // Farther away, it may belong to a zip inside this one, which begins after the
                // first byte.
                if let end = try Self.read(
                    bytes[position...], at: start + Int64(position), of: file),
                    isUsual || end.shift == 0 && end.memberCount > 0
                {
                    self = end
                    return
                }
            }
            seen = start
        }
        if sawSignature {
            throw .damagedArchive(
                source: file.name,
                reason: "the zip is cut short or broken: its central directory is not where it "
                    + "should be")
        }
        return nil
    }

    /// `end` is where the end record is, the wide one if there is one.
    private init(memberCount: UInt64, directory: Range<Int64>, shift: Int64, before end: Int64) {
        self.memberCount = memberCount
        self.directory = directory
        self.shift = shift
        between = directory.upperBound..<end
    }

    /// Nil when the record does not lead to a central directory.
    private static func read(
        _ bytes: ArraySlice<UInt8>, at position: Int64, of file: ArchiveFile
    ) throws(FeedError) -> ZipEnd? {
        guard let count = bytes.littleEndian(10, count: 2),
            let size = bytes.littleEndian(12, count: 4),
            let offset = bytes.littleEndian(16, count: 4),
            let comment = bytes.littleEndian(20, count: 2),
            case let last = position + Int64(length) + Int64(comment), last <= file.size
        else { return nil }
        // Some programs write the wide record even where the numbers fit here.
        var end = try readZip64(before: position, of: file)
        if end == nil {
            end = try locate(count: count, size: size, offset: offset, before: position, of: file)
        }
        end?.behind = last..<file.size
        return end
    }

    /// A locator in front of the usual end record points to it.
    private static func readZip64(
        before position: Int64, of file: ArchiveFile
    ) throws(FeedError) -> ZipEnd? {
        let locatorStart = position - Int64(locatorLength)
        guard locatorStart >= 0 else { return nil }
        let locator = try file.bytes(locatorStart..<position)
        guard locator.starts(with: [0x50, 0x4B, 6, 7]),
            let declared = locator.littleEndian(8, count: 8).flatMap(Int64.init(exactly:))
        else { return nil }
        // Where the locator says or, after junk in front, directly before the locator.
        for start in [declared, locatorStart - 56] where start >= 0 && start < locatorStart {
            let record = try file.bytes(start..<min(start + 56, locatorStart))
            guard record.starts(with: [0x50, 0x4B, 6, 6]),
                let count = record.littleEndian(32, count: 8),
                let size = record.littleEndian(40, count: 8),
                let offset = record.littleEndian(48, count: 8)
            else { continue }
            return try locate(count: count, size: size, offset: offset, before: start, of: file)
        }
        return nil
    }

    /// Finds the central directory directly before its end record or, if something is in between,
    /// where the record says.
    private static func locate(
        count: UInt64, size: UInt64, offset: UInt64, before end: Int64, of file: ArchiveFile
    ) throws(FeedError) -> ZipEnd? {
        guard let size = Int64(exactly: size), let offset = Int64(exactly: offset), size <= end
        else { return nil }
        if count == 0 && size == 0 {
            return ZipEnd(memberCount: 0, directory: end..<end, shift: 0, before: end)
        }
        for start in [end - size, offset] where start <= end - size {
            if try file.bytes(start..<start + 4) == ZipRecord.signature {
                return ZipEnd(
                    memberCount: count, directory: start..<start + size, shift: start - offset,
                    before: end)
            }
        }
        return nil
    }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
    func littleEndian(_ offset: Int, count: Int) -> UInt64? {
        let first = startIndex + offset
        guard offset >= 0, first + count <= endIndex else { return nil }
        return self[first..<first + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
