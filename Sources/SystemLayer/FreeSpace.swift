#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The number of bytes that the file system of a path has left for this user.
package func freeSpace(_ path: String) throws(SystemError) -> Int {
    var status = statvfs()
    try systemCall { statvfs(path, &status) }
    let blocks = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return blocks.overflow ? .max : Int(clamping: blocks.partialValue)
}
