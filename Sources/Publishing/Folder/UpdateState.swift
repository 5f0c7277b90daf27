import FeedReading
import Foundation
import SystemLayer

/// In `.gtfs/state.json`. Losing it costs only a download.
struct UpdateState: Codable, Hashable, Sendable {
    var memory: FetchMemory?
    var fetchedAt: String?
    var archiveHash: String?
    /// A hash of the names, sizes and checksums of the archive's members.
    var membersHash: String?
    /// In the bundle made from it, whatever the packing.
    var contentHash: String?

    private enum CodingKeys: String, CodingKey {
        case memory
        case fetchedAt = "fetched_at"
        case archiveHash = "archive_hash"
        case membersHash = "members_hash"
        case contentHash = "content_hash"
    }

    init() {}

    static func load(_ folder: PublishFolder) throws -> UpdateState {
        guard let bytes = try PublishFolder.read(folder.statePath),
            let state = try? JSONDecoder().decode(UpdateState.self, from: Data(bytes))
        else { return UpdateState() }
        return state
    }

    func save(_ folder: PublishFolder) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try PublishFolder.write(Array(try encoder.encode(self)), to: folder.statePath)
    }
}

struct ArchiveIdentity {
    let archiveHash: String?
    /// Whatever the order and packing of members; nil when an archive has no checksums.
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
        membersHash = lines.isEmpty ? nil : ByteDigest.sha256(lines.sorted().joined().utf8)
    }

    func isKnown(to state: UpdateState) -> Bool {
        if let archiveHash, archiveHash == state.archiveHash { return true }
        return membersHash != nil && membersHash == state.membersHash
    }
}
