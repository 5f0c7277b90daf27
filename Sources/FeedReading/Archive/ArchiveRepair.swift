/// A fault of an archive that its reading passes over, for a notice.
struct ArchiveRepair: Sendable {
    let definition: NoticeDefinition
    let fields: NoticeFields

    /// Bytes of a file that do not belong to the archive in it; nil when there are none.
    ///
    /// - Parameter range: where they are.
    init?(foreignBytes range: Range<Int64>, in file: ReadableFile) throws(FeedError) {
        guard !range.isEmpty else { return nil }
        let head = try file.bytes(range.prefix(Int(FileKind.headLength)))
        definition = .bytesOutsideArchive
        fields = [
            "archive": Self.name(file), "offset": Int(range.lowerBound), "byteCount": range.count,
            "content": FileKind(head).knownDescription,
        ]
    }

    /// The archive's list of members goes on after as many as it should have.
    init(unlistedMembersOf file: ReadableFile, declared: Int, found: Int) {
        definition = .archiveMemberCount
        fields = [
            "archive": Self.name(file), "declaredCount": declared, "memberCount": found,
        ]
    }

    /// The archive is itself in a compressed file.
    init(compressed file: ReadableFile, as kind: FileKind) {
        definition = .compressedArchive
        fields = ["archive": Self.name(file), "content": kind.description]
    }

    /// The name without folders, which are not the feed's.
    private static func name(_ file: ReadableFile) -> String {
        file.name.split(separator: "/").last.map(String.init) ?? file.name
    }
}

extension Range<Int64> {
    fileprivate func prefix(_ count: Int) -> Range<Int64> {
        lowerBound..<Swift.min(upperBound, lowerBound + Int64(count))
    }
}
