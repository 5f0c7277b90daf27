import FeedReading

/// What tells quickly whether an archive is the one of the last time.
struct ArchiveIdentity {
    /// SHA-256 of the archive; nil for a folder.
    let archiveHash: String?
    /// Over the names, sizes and checksums of its members, whatever their order and packing; nil
    /// where an archive has no checksums.
    let membersHash: String?

    init(_ archive: FeedArchive) throws {
        archiveHash = try archive.archiveSHA256()
        var lines: [String] = []
        for member in archive.members {
            guard let size = member.size, let checksum = member.crc32 else {
                membersHash = nil
                return
            }
            lines.append("\(member.name)\u{0}\(size)\u{0}\(checksum)\n")
        }
        membersHash = lines.isEmpty ? nil : FileDigest.sha256(lines.sorted().joined())
    }

    /// Whether a state is about this archive, or one with the same content.
    func isKnown(to state: UpdateState) -> Bool {
        if let archiveHash, archiveHash == state.archiveHash { return true }
        return membersHash != nil && membersHash == state.membersHash
    }
}
