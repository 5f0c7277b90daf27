import SystemLayer

/// Tells whether a file has changed since the last look.
@available(iOS 17, macOS 14, *)
struct FileStamp: Sendable {
    private let status: FileStatus

    /// Looks at a path; nil when there is nothing, or it is inaccessible.
    ///
    /// - Parameter followingLinks: whether to follow a link.
    init?(_ path: String, followingLinks: Bool) {
        guard let status = knownStatus(path, followingLinks: followingLinks) else { return nil }
        self.status = status
    }

    /// Whether it is a regular file.
    var isFile: Bool { status.kind == .file }

    var size: Int { status.size }

    /// Whether it is the same file, unwritten since.
    func isUnchanged(since other: FileStamp?) -> Bool {
        guard let other = other?.status else { return false }
        return status.isSame(as: other) && status.size == other.size
            && status.modifiedSeconds == other.modifiedSeconds
            && status.modifiedNanoseconds == other.modifiedNanoseconds
    }
}
