import Foundation

package struct FileStatus: Sendable {
    package enum Kind: Sendable {
        case file
        case folder
        case link
        case pipe
        /// A device that takes bytes one after the other.
        case device
        case disk
        case other
    }

    package let kind: Kind
    package let size: Int
    /// By the file system's clock.
    package let modifiedSeconds: Int
    package let modifiedNanoseconds: Int
    /// Bits of `chmod`.
    package let permissions: UInt32
    let owner: uid_t
    let group: gid_t
    private let volume: UInt64
    private let inode: UInt64

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFCHR: .device
            case S_IFBLK: .disk
            default: .other
            }
        size = Int(status.st_size)
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        modifiedSeconds = Int(modified.tv_sec)
        modifiedNanoseconds = Int(modified.tv_nsec)
        permissions = UInt32(status.st_mode & 0o7777)
        owner = status.st_uid
        group = status.st_gid
        volume = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }

    package func isSame(as other: FileStatus) -> Bool {
        volume == other.volume && inode == other.inode
    }
}

package func fileStatus(
    _ path: String, followingLinks: Bool = true
) throws(SystemError) -> FileStatus? {
    var status = stat()
    do throws(SystemError) {
        try systemCall { followingLinks ? stat(path, &status) : lstat(path, &status) }
    } catch {
        if error.isMissing { return nil }
        throw error
    }
    return FileStatus(status)
}

/// Nil also when the path is inaccessible, which some callers treat alike.
package func knownStatus(_ path: String, followingLinks: Bool = true) -> FileStatus? {
    do throws(SystemError) {
        return try fileStatus(path, followingLinks: followingLinks)
    } catch {
        return nil
    }
}

package func freeSpace(_ path: String) throws(SystemError) -> Int {
    var status = statvfs()
    try systemCall { statvfs(path, &status) }
    let blocks = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return blocks.overflow ? .max : Int(clamping: blocks.partialValue)
}
