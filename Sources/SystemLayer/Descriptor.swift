import Foundation

/// Programs that this one starts do not inherit it.
package struct Descriptor: ~Copyable, Sendable {
    /// For calls of other libraries, which must not close it.
    package let number: Int32

    init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
        number = try systemCall { open(path, flags | O_CLOEXEC, mode) }
    }

    /// Waits at a named pipe for a writer.
    package init(reading path: String) throws(SystemError) {
        try self.init(path, O_RDONLY)
    }

    /// Opens a plain file for reading. Nil when the path has something else: a pipe may never have
    /// a writer, and a device may have no end.
    ///
    /// - Parameter followingLinks: whether a link may lead to the file; not from a folder that other
    ///   programs write to, or they could show any file of this machine.
    package static func plainFile(
        _ path: String, followingLinks: Bool = true
    ) throws(SystemError) -> Descriptor? {
        try plainFile(path, O_RDONLY, followingLinks: followingLinks)
    }

    private static func plainFile(
        _ path: String, _ flags: Int32, followingLinks: Bool
    ) throws(SystemError) -> Descriptor? {
        do throws(SystemError) {
            // Without waiting, and asked only when it is open: a name may change its meaning.
            let file = try Descriptor(
                path, flags | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW), mode: 0o666)
            guard try file.status().kind == .file else { return nil }
            return file
        } catch {
            // Also a pipe without a reader.
            if error.number == ENXIO { return nil }
            if !followingLinks, error.number == ELOOP { return nil }
            throw error
        }
    }

    package init(writing path: String) throws(SystemError) {
        try self.init(path, O_WRONLY)
    }

    package init(making path: String) throws(SystemError) {
        try self.init(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
    }

    /// Opens a plain file for writing at its end, and makes it if missing. Nil when the path has
    /// something else, be it a link.
    package static func appending(_ path: String) throws(SystemError) -> Descriptor? {
        try plainFile(path, O_WRONLY | O_CREAT | O_APPEND, followingLinks: false)
    }

    /// Opens a plain file that many processes write to or lock, and makes it if missing. Nil when
    /// the path has something else, be it a link.
    package static func sharing(_ path: String) throws(SystemError) -> Descriptor? {
        try plainFile(path, O_RDWR | O_CREAT, followingLinks: false)
    }

    package init(duplicating number: Int32) throws(SystemError) {
        self.number = try systemCall { fcntl(number, F_DUPFD_CLOEXEC, 0) }
    }

    deinit {
        _ = close(number)
    }

    /// Throws errors that may show up only then: that bytes were not written.
    package consuming func finish() throws(SystemError) {
        let number = number
        discard self
        // It is closed even when interrupted: a second attempt could close a descriptor of another
        // thread.
        if close(number) != 0, errno != EINTR { throw .last }
    }

    // MARK: Reading

    /// Waits for the first byte; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try systemCall { readSome(number, buffer) }
    }

    /// Reads until the buffer is full or the file ends.
    ///
    /// The file position does not move, so any number of threads may read at once.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var filled = 0
        while filled < buffer.count {
            let count = try systemCall {
                pread(number, base + filled, buffer.count - filled, off_t(offset + filled))
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Fewer when the file ends before.
    package func bytes(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
            try read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    func bytes(past limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        while bytes.count <= limit, case let count = try read(into: buffer), count > 0 {
            bytes += buffer.prefix(count)
        }
        return bytes
    }

    package func waitForInput(milliseconds: Int32) -> Bool {
        var input = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, milliseconds) != 0
    }

    // MARK: Writing

    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        try writeAll(bytes, to: number)
    }

    /// The file position does not move.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        guard let base = bytes.baseAddress else { return }
        var written = 0
        while written < bytes.count {
            let count = try systemCall {
                pwrite(number, base + written, bytes.count - written, off_t(offset + written))
            }
            guard count > 0 else { throw .inputOutput }
            written += count
        }
    }

    /// Empties a file; the next write is at its beginning.
    package func empty() throws(SystemError) {
        try systemCall { ftruncate(number, 0) }
        try systemCall { lseek(number, 0, SEEK_SET) }
    }

    /// Waits until the bytes of a file, or the names in a folder, survive a power cut.
    package func synchronize() throws(SystemError) {
        try Self.synchronize(number)
    }

    /// Runs on another thread; the value is the reason for a failure. The descriptor must stay open
    /// until then.
    package func synchronizing() -> Promise<SystemError?> {
        Promise { [number] in
            do throws(SystemError) {
                try Self.synchronize(number)
                return nil
            } catch {
                return error
            }
        }
    }

    private static func synchronize(_ number: Int32) throws(SystemError) {
        #if canImport(Darwin)
            // On Darwin `fsync` reaches only the drive's own memory. Not every file system has
            // more.
            if fcntl(number, F_FULLFSYNC) == 0 { return }
        #endif
        try systemCall { fsync(number) }
    }

    // MARK: Its file

    package func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try systemCall { fstat(number, &status) }
        return FileStatus(status)
    }

    package var hasName: Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_nlink > 0
    }

    func setMode(_ mode: mode_t) throws(SystemError) {
        try systemCall { fchmod(number, mode) }
    }

    package enum Locking {
        /// This process has the lock, as long as it has the descriptor.
        case locked
        case held
        case unsupported
    }

    @discardableResult
    package func lock() -> Locking {
        do throws(SystemError) {
            try systemCall { flock(number, LOCK_EX | LOCK_NB) }
            return .locked
        } catch {
            return error.number == EWOULDBLOCK ? .held : .unsupported
        }
    }

    /// Releases the lock. Closing the descriptor is not enough: a program that this one is just
    /// starting has it too for a moment.
    package func unlock() {
        flock(number, LOCK_UN)
    }
}

package func writeAll(
    _ bytes: UnsafeRawBufferPointer, to number: Int32
) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
        let count = try systemCall { write(number, rest.baseAddress, rest.count) }
        // A device that takes nothing without an error would loop forever.
        guard count > 0 else { throw .inputOutput }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
}

private func readSome(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(number, buffer.baseAddress, buffer.count)
}
