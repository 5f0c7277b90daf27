import SystemLayer

struct ArchiveEntry: Sendable {
    enum Place: Sendable {
        case zipMember(ZipDirectory.Member, ArchiveFile)
        case unpacked(ArchiveFile, Range<Int64>)
        case onDisk(path: String)
        /// A link that leads to no file here, a pipe or the like.
        case noFile
    }

    /// In the archive or folder, with `/` between folders.
    let path: String
    let size: Int64
    let place: Place
    /// From 1 on.
    var position = 0

    func open(limits: ArchiveLimits, source: String) throws(FeedError) -> sending MemberStream {
        switch place {
        case .zipMember(let member, let file):
            try MemberStream(member, of: file, limits: limits, source: source)
        case .unpacked(let file, let range):
            MemberStream(file, range: range, name: path, source: source)
        case .onDisk(let path):
            MemberStream(try ArchiveFile(path: path), range: nil, name: path, source: source)
        case .noFile:
            throw .inputUnreadable(
                source: "\(source)/\(path)", reason: "is not a file, but a link or the like")
        }
    }

    /// Something that is not a file, in the place of one: a feed without it would be another. Nil
    /// where no file of the reference has its name.
    static func noFile(_ path: String) -> ArchiveEntry? {
        let entry = ArchiveEntry(path: path, size: 0, place: .noFile)
        return FeedFileNames.all.contains(entry.name.lowercased()) ? entry : nil
    }

    /// Itself when it is on disk, else unpacked into a temporary file.
    func file(options: ArchiveOptions, source: String) throws(FeedError) -> ArchiveFile {
        if case .onDisk(let path) = place { return try ArchiveFile(path: path) }
        let stream = try open(limits: options.limits, source: source)
        var copy = try TemporaryFile(in: options, for: "\(source)/\(path)")
        try copy.append { (buffer, _) throws(FeedError) in try stream.read(into: buffer) }
        return copy.finish()
    }

    var name: Substring {
        path[(lastSlash.map(path.utf8.index(after:)) ?? path.startIndex)...]
    }

    var folder: Substring { path[..<(lastSlash ?? path.startIndex)] }

    /// Searches the bytes: a slash with an accent after it is another character.
    private var lastSlash: String.Index? { path.utf8.lastIndex(of: UInt8(ascii: "/")) }

    func isDirectly(in folder: some StringProtocol) -> Bool {
        self.folder.utf8.elementsEqual(folder.utf8)
    }

    var isArchive: Bool {
        let name = name.lowercased()
        return [".zip", ".tar", ".tgz", ".7z", ".gz", ".bz2", ".xz", ".zst"]
            .contains { name.hasSuffix($0) }
    }

    /// Hidden files, and what macOS adds to archives.
    static func isIgnored(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init).contains {
            $0 == "__MACOSX" || ($0.utf8.first == UInt8(ascii: ".") && $0 != "." && $0 != "..")
        }
    }

    var hasBackslashes: Bool {
        if case .zipMember(let member, _) = place { member.record.hasBackslashes } else { false }
    }

    /// Whether the first of several entries with the same path counts. It does in a zip, because
    /// programs, including the canonical validator, look members up in its central directory. In a
    /// tar, later entries replace earlier ones.
    var countsFirst: Bool {
        if case .zipMember = place { true } else { false }
    }
}
