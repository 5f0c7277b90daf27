import SystemLayer

/// What tells that a file is another one than when it was looked at last.
@available(iOS 17, macOS 14, *)
struct FileStamp: Sendable {
    private let status: FileStatus

    /// Looks at a path; nil when there is nothing, or it cannot be looked at.
    ///
    /// - Parameter followingLinks: whether a link stands for what it leads to.
    init?(_ path: String, followingLinks: Bool) {
        guard let status = knownStatus(path, followingLinks: followingLinks) else { return nil }
        self.status = status
    }

    /// Whether it is a file, with bytes.
    var isFile: Bool { status.kind == .file }

    var size: Int { status.size }

    /// Whether it is the same file and nobody has written to it.
    func isUnchanged(since other: FileStamp?) -> Bool {
        guard let other = other?.status else { return false }
        return status.isSame(as: other) && status.size == other.size
            && status.modifiedSeconds == other.modifiedSeconds
            && status.modifiedNanoseconds == other.modifiedNanoseconds
    }
}
