/// Guards against archives that unpack to more than anybody meant to send ("zip bombs").
///
/// The limits are judged on the sizes that the archive declares *and* while reading: a member
/// that holds more than it declared is an error, so the declared sizes bound what is read.
package struct ArchiveLimits: Sendable, Hashable {
    /// The most that the files of the feed, a download or standard input may hold together.
    package var totalBytes: Int64
    /// The most that a member may hold for each of its packed bytes, judged only for members
    /// above ``ratioFloorBytes``. Deflate cannot pass 1032; ordinary feeds have 5 to 60.
    package var ratio: Int
    /// The most members of an archive, folders included.
    package var memberCount: Int

    /// 64 GB, 300:1, 10,000 members: several times the largest published feeds.
    package static let standard = ArchiveLimits()

    /// Members up to this size (100 MB) are small enough whatever their ratio.
    package static let ratioFloorBytes: Int64 = 100_000_000

    package init(
        totalBytes: Int64 = 64_000_000_000, ratio: Int = 300, memberCount: Int = 10_000
    ) {
        self.totalBytes = totalBytes
        self.ratio = ratio
        self.memberCount = memberCount
    }

    /// One of the limits with its value, for the error message.
    package enum Kind: Sendable, Hashable, CustomStringConvertible {
        case totalBytes(Int64)
        case ratio(Int)
        case memberCount(Int)

        /// The flag of the command that raises this limit.
        package var flag: String {
            switch self {
            case .totalBytes: "--max-unpacked-size"
            case .ratio: "--max-ratio"
            case .memberCount: "--max-members"
            }
        }

        package var description: String {
            switch self {
            case .totalBytes(let bytes): "\(bytes) bytes"
            case .ratio(let ratio): "\(ratio):1"
            case .memberCount(let count): "\(count) members"
            }
        }
    }

    /// Throws when `bytes` bytes in all are too many.
    func checkTotal(_ bytes: Int64, source: String) throws(FeedError) {
        if bytes > totalBytes {
            throw .limitExceeded(
                source: source, limit: .totalBytes(totalBytes), found: "at least \(bytes) bytes")
        }
    }

    /// Throws when `unpacked` bytes from `packed` bytes are too good to be true.
    func checkRatio(unpacked: Int64, packed: Int64, member: String, source: String)
        throws(FeedError)
    {
        guard unpacked > Self.ratioFloorBytes else { return }
        let allowed = max(packed, 1).multipliedReportingOverflow(by: Int64(ratio))
        if !allowed.overflow && unpacked > allowed.partialValue {
            throw .limitExceeded(
                source: source, limit: .ratio(ratio),
                found: "\(member) unpacks \(packed) bytes to \(unpacked)")
        }
    }

    /// Throws when an archive has too many members.
    func checkMembers(_ count: Int, source: String) throws(FeedError) {
        if count > memberCount {
            throw .limitExceeded(
                source: source, limit: .memberCount(memberCount), found: "at least \(count) members"
            )
        }
    }
}
