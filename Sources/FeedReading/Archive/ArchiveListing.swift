import SystemLayer

enum ArchiveListing {
    /// The files in a zip, tar or 7z, in archive order and without ignored ones; and the folders
    /// that are members of a zip, each with a slash at its end.
    case entries([ArchiveEntry], folders: [String], repairs: [ArchiveRepair])
    /// The content of a file that was compressed in this way; perhaps an archive.
    case uncompressed(ArchiveFile, from: FileKind, repairs: [ArchiveRepair])

    init(_ file: ArchiveFile, options: ArchiveOptions) throws(FeedError) {
        guard file.size > 0 else { throw .notAnArchive(source: file.name, reason: "is empty") }
        let kind = FileKind(try file.bytes(0..<FileKind.headLength))
        switch kind {
        case .gzip, .bzip2, .xz, .zstandard, .tar, .sevenZip:
            self = try Self.unpack(file, kind: kind, options: options)
        default:
            // A file that ends like a zip is one, even with a program or junk in front.
            if let directory = try ZipDirectory(file, limits: options.limits) {
                self = .entries(
                    Self.entries(of: directory, in: file, options),
                    folders: directory.members.map(\.record).filter(\.isFolder).map(\.path),
                    repairs: directory.repairs)
            } else if kind == .zip {
                throw .damagedArchive(
                    source: file.name,
                    reason: "the zip is cut short: its central directory is missing"
                        + (file.size > ZipEnd.reach
                            ? ", or has more than \(ZipEnd.reach >> 20) MiB behind it" : ""))
            } else {
                let advice =
                    kind == .sqlite ? "; `gtfs export` makes a feed from a bundle" : ""
                throw .notAnArchive(
                    source: file.name, reason: "this is \(kind.description), not a feed" + advice)
            }
        }
    }

    private static func unpack(
        _ file: ArchiveFile, kind: FileKind, options: ArchiveOptions
    ) throws(FeedError) -> ArchiveListing {
        let repairs = kind == .sevenZip ? try checkLength(ofSevenZip: file) : []
        let unpacking = Unpacking(source: file, options: options)
        if let found = try unpacking.entries() {
            return .entries(found.entries, folders: [], repairs: repairs + found.repairs)
        }
        guard kind.isCompressed else {
            throw .damagedArchive(
                source: file.name, reason: "this starts like \(kind.description), but is broken")
        }
        let found = try unpacking.uncompressed()
        return .uncompressed(found.content, from: kind, repairs: found.repairs)
    }

    /// The first 32 bytes of a 7z tell where its list of members ends, which is the end of the
    /// file:
    ///
    ///     0   '7' 'z' BC AF 27 1C, version, checksum
    ///     12  offset of the list from byte 32, 8 bytes
    ///     20  size of the list, 8 bytes
    ///
    /// - Returns: what follows it, if anything.
    private static func checkLength(
        ofSevenZip file: ArchiveFile
    ) throws(FeedError) -> [ArchiveRepair] {
        let head = try file.bytes(0..<32)
        guard let offset = head.littleEndian(12, count: 8),
            let size = head.littleEndian(20, count: 8), head.count == 32
        else {
            throw .damagedArchive(source: file.name, reason: "the 7z is cut short")
        }
        // Impossible lengths are damage of another kind.
        guard offset < 1 << 60, size < 1 << 60 else { return [] }
        let end = Int64(32 + offset + size)
        guard file.size < end else {
            let behind = try ArchiveRepair(foreignBytes: end..<file.size, in: file)
            return behind.map { [$0] } ?? []
        }
        throw .damagedArchive(
            source: file.name,
            reason: "the 7z is cut short: it has \(file.size) of \(end) bytes")
    }

    private static func entries(
        of directory: ZipDirectory, in file: ArchiveFile, _ options: ArchiveOptions
    ) -> [ArchiveEntry] {
        directory.members.compactMap { member in
            let record = member.record
            guard !record.isFolder, !ArchiveEntry.isIgnored(record.path) else { return nil }
            guard record.isRegularFile else {
                return options.isCanonical ? nil : ArchiveEntry.noFile(record.path)
            }
            return ArchiveEntry(
                path: record.path, size: record.size, place: .zipMember(member, file))
        }
    }
}

enum FileKind {
    case zip, gzip, bzip2, xz, zstandard, tar, sevenZip, rar, sqlite, pdf, html, xml, json, text
    case unknown

    /// Enough bytes to decide; a tar has its mark at 257.
    static let headLength: Int64 = 512

    init(_ head: [UInt8]) {
        let marks: [(kind: FileKind, offset: Int, bytes: [UInt8])] = [
            (.zip, 0, [0x50, 0x4B, 3, 4]),
            (.zip, 0, [0x50, 0x4B, 5, 6]),
            (.zip, 0, [0x50, 0x4B, 7, 8]),
            (.gzip, 0, [0x1F, 0x8B]),
            (.bzip2, 0, Array("BZh".utf8)),
            (.xz, 0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
            (.zstandard, 0, [0x28, 0xB5, 0x2F, 0xFD]),
            (.sevenZip, 0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
            (.rar, 0, Array("Rar!".utf8)),
            (.sqlite, 0, Array("SQLite format 3\0".utf8)),
            (.pdf, 0, Array("%PDF".utf8)),
            (.tar, 257, Array("ustar".utf8)),
        ]
        if let mark = marks.first(where: { head.dropFirst($0.offset).starts(with: $0.bytes) }) {
            self = mark.kind
        } else {
            self = Self.textKind(head)
        }
    }

    private static func textKind(_ head: [UInt8]) -> FileKind {
        let isText = head.allSatisfy { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }
        guard isText else { return .unknown }
        let byteOrderMark = "\u{FEFF}"
        let start = String(decoding: head, as: UTF8.self)
            .drop { $0.isWhitespace || String($0) == byteOrderMark }
            .lowercased()
        if start.hasPrefix("<!doctype html") || start.contains("<html") { return .html }
        if start.hasPrefix("<") { return .xml }
        if start.hasPrefix("{") || start.hasPrefix("[") { return .json }
        return .text
    }

    var isCompressed: Bool {
        switch self {
        case .gzip, .bzip2, .xz, .zstandard: true
        default: false
        }
    }

    var knownDescription: String? { self == .unknown ? nil : description }

    var description: String {
        switch self {
        case .zip: "a zip"
        case .gzip: "a gzip file"
        case .bzip2: "a bzip2 file"
        case .xz: "an xz file"
        case .zstandard: "a Zstandard file"
        case .tar: "a tar"
        case .sevenZip: "a 7z archive"
        case .rar: "a RAR archive"
        case .sqlite: "a SQLite file, such as a bundle"
        case .pdf: "a PDF document"
        case .html: "an HTML page"
        case .xml: "an XML document"
        case .json: "a JSON document"
        case .text: "a text file"
        case .unknown: "neither a zip nor a tar"
        }
    }
}

struct ArchiveRepair: Sendable {
    let definition: NoticeDefinition
    let fields: NoticeFields

    init?(foreignBytes range: Range<Int64>, in file: ArchiveFile) throws(FeedError) {
        guard !range.isEmpty else { return nil }
        let head = try file.bytes(range.prefix(Int(FileKind.headLength)))
        definition = .bytesOutsideArchive
        fields = [
            "archive": Self.name(file), "offset": Int(range.lowerBound), "byteCount": range.count,
            "content": FileKind(head).knownDescription,
        ]
    }

    init(unlistedMembersOf file: ArchiveFile, declared: Int, found: Int) {
        definition = .archiveMemberCount
        fields = [
            "archive": Self.name(file), "declaredCount": declared, "memberCount": found,
        ]
    }

    init(compressed file: ArchiveFile, as kind: FileKind) {
        definition = .compressedArchive
        fields = ["archive": Self.name(file), "content": kind.description]
    }

    private static func name(_ file: ArchiveFile) -> String {
        file.name.split(separator: "/").last.map(String.init) ?? file.name
    }
}

extension Range<Int64> {
    fileprivate func prefix(_ count: Int) -> Range<Int64> {
        lowerBound..<Swift.min(upperBound, lowerBound + Int64(count))
    }
}
