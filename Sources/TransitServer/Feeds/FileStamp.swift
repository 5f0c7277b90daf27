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

    /// Whether it is the same file and nobody has written to it.
    func isUnchanged(since other: FileStamp?) -> Bool {
        guard let other = other?.status else { return false }
        return status.isSame(as: other) && status.size == other.size
            && status.modifiedSeconds == other.modifiedSeconds
            && status.modifiedNanoseconds == other.modifiedNanoseconds
    }
}

@available(iOS 17, macOS 14, *)
extension ByteDigest {
    /// Reads a regular file to its end; nil when something else is at the path, such as a named pipe
    /// whose writer never comes.
    init?(regularFile path: String) throws(SystemError) {
        let file = try Descriptor(reading: path, isPatient: false)
        guard try file.status().kind == .file else { return nil }
        self.init()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = try file.read(into: buffer), count > 0 {
            update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        }
    }
}
