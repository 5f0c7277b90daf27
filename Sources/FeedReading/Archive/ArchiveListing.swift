/// What a file that should be an archive holds.
enum ArchiveListing {
    /// The files in a zip, tar or 7z, in archive order and without what is ignored; and the folders
    /// that are members of a zip, each with a slash at its end.
    case entries([ArchiveEntry], folders: [String])
    /// The file was a compressed one, and this is what was in it; perhaps an archive.
    case uncompressed(ReadableFile)

    /// Finds out what a file is and lists it: a zip in place, others by unpacking them once into
    /// a temporary file.
    init(_ file: ReadableFile, options: ArchiveOptions) throws(FeedError) {
        guard file.size > 0 else { throw .notAnArchive(source: file.name, reason: "is empty") }
        let kind = FileKind(try file.bytes(0..<FileKind.headLength))
        switch kind {
        case .gzip, .bzip2, .xz, .zstandard, .tar, .sevenZip:
            self = try Self.unpack(file, kind: kind, options: options)
        default:
            // Whatever stands in front, a program or junk: it is a zip if it ends like one.
            if let directory = try ZipDirectory(file, limits: options.limits) {
                self = .entries(
                    Self.entries(of: directory, in: file),
                    folders: directory.members.map(\.record).filter(\.isFolder).map(\.path))
            } else if kind == .zip {
                throw .damagedArchive(
                    source: file.name,
                    reason: "the zip is cut short: its central directory is missing")
            } else {
                throw .notAnArchive(
                    source: file.name, reason: "this is \(kind.description), not a feed")
            }
        }
    }

    private static func unpack(
        _ file: ReadableFile, kind: FileKind, options: ArchiveOptions
    ) throws(FeedError) -> ArchiveListing {
        if kind == .sevenZip { try checkLength(ofSevenZip: file) }
        let unpacking = Unpacking(file, options: options)
        if let entries = try unpacking.entries() { return .entries(entries, folders: []) }
        guard kind.isCompressed else {
            throw .damagedArchive(
                source: file.name, reason: "this starts like \(kind.description), but is broken")
        }
        return .uncompressed(try unpacking.uncompressed())
    }

    /// A 7z says in its first 32 bytes where its list of members ends, which is its end:
    ///
    ///     0   '7' 'z' BC AF 27 1C, version, checksum
    ///     12  offset of the list from byte 32, 8 bytes
    ///     20  size of the list, 8 bytes
    private static func checkLength(ofSevenZip file: ReadableFile) throws(FeedError) {
        let head = try file.bytes(0..<32)
        guard let offset = head.littleEndian(12, count: 8),
            let size = head.littleEndian(20, count: 8), head.count == 32
        else {
            throw .damagedArchive(source: file.name, reason: "the 7z is cut short")
        }
        // Lengths that no file has are damage of another kind.
        guard offset < 1 << 60, size < 1 << 60, UInt64(file.size) < 32 + offset + size else {
            return
        }
        throw .damagedArchive(
            source: file.name,
            reason: "the 7z is cut short: it has \(file.size) of \(32 + offset + size) bytes")
    }

    private static func entries(
        of directory: ZipDirectory, in file: ReadableFile
    ) -> [ArchiveEntry] {
        directory.members.compactMap { member in
            let record = member.record
            guard record.isRegularFile, !ArchiveEntry.isIgnored(record.path) else { return nil }
            return ArchiveEntry(
                path: record.path, size: record.size, place: .zipMember(member, file))
        }
    }
}
