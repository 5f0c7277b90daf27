#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#endif

/// What the operating system answered when a call failed.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The value of `errno`.
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    /// What it answered last, on this thread.
    package static var last: SystemError { SystemError(number: errno) }

    package var description: String {
        String(cString: strerror(number))
    }
}

/// Calls the operating system: again when a signal interrupted it, and failing with `errno` when
/// the answer is negative. The one place where `errno` becomes an error.
@discardableResult
package func systemCall<Answer: SignedInteger>(
    _ call: () -> Answer
) throws(SystemError) -> Answer {
    while true {
        let answer = call()
        if answer >= 0 { return answer }
        let number = errno
        if number != EINTR { throw SystemError(number: number) }
    }
}

/// Writes all bytes, however many calls that takes.
package func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
        let count = try systemCall { write(descriptor, rest.baseAddress, rest.count) }
        // A device that takes nothing and says nothing would be asked for ever.
        guard count > 0 else { throw SystemError(number: EIO) }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
}

/// Waits until the bytes of a file, or the names in a folder, survive a power cut.
package func synchronize(_ descriptor: Int32) throws(SystemError) {
    #if canImport(Darwin)
        // There `fsync` only reaches the drive's own memory. Not every file system has more.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    try systemCall { fsync(descriptor) }
}

/// What is known about a path, with its links followed; nil when there is nothing.
package func fileStatus(_ path: String) throws(SystemError) -> stat? {
    var status = stat()
    do throws(SystemError) {
        try systemCall { stat(path, &status) }
    } catch {
        if error.number == ENOENT || error.number == ENOTDIR { return nil }
        throw error
    }
    return status
}

extension stat {
    /// `S_IFREG`, `S_IFDIR` and so on.
    package var kind: mode_t { st_mode & S_IFMT }

    /// Whether both are of one file, under whatever names.
    package func isSame(as other: stat) -> Bool {
        st_dev == other.st_dev && st_ino == other.st_ino
    }
}
