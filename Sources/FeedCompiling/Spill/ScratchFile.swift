import FeedReading

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A temporary file without a name: bytes that would not fit in memory, gone with the process.
///
/// The file is unlinked right after it was made, so that nothing is left behind however the
/// process ends. Writes are collected in memory first; a feed that needs little of it never makes
/// the file.
final class ScratchFile {
    private let directory: String
    private let limit: Int
    private var descriptor: Int32 = -1
    private var pending: [UInt8] = []
    private var writtenBytes = 0
    private static let bufferSize = 4 << 20

    /// - Parameters:
    ///   - directory: where the file is made, once it is needed.
    ///   - limit: bytes after which writing fails.
    init(directory: String, limit: Int) {
        self.directory = directory
        self.limit = limit
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// How many bytes were appended.
    var count: Int { writtenBytes + pending.count }

    func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        guard count + bytes.count <= limit else {
            throw FeedError.temporaryFile(
                directory: directory,
                reason: "temporary data would pass \(limit / 1_000_000_000) GB; a feed sorted by "
                    + "trip and shape needs none")
        }
        pending.append(contentsOf: bytes)
        if pending.count >= Self.bufferSize { try flush() }
    }

    /// Fills `buffer` with the bytes from `offset` on.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) {
        var done = 0
        while done < buffer.count {
            let position = offset + done
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            if position >= writtenBytes {
                let from = position - writtenBytes
                rest.copyBytes(from: pending[from..<from + rest.count])
                return
            }
            let wanted = min(rest.count, writtenBytes - position)
            let count = pread(descriptor, rest.baseAddress, wanted, off_t(position))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("cannot read temporary data") }
            done += count
        }
    }

    private func flush() throws(FeedError) {
        if descriptor < 0 { try open() }
        var done = 0
        while done < pending.count {
            let count = pending.withUnsafeBytes { bytes in
                write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("cannot write temporary data") }
            done += count
        }
        writtenBytes += pending.count
        pending.removeAll(keepingCapacity: true)
    }

    private func open() throws(FeedError) {
        var template = Array((directory + "/.gtfs-scratch-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure("cannot make a temporary file") }
        unlink(template)
    }

    private func failure(_ what: String) -> FeedError {
        .temporaryFile(
            directory: directory, reason: "\(what): \(String(cString: strerror(errno)))")
    }
}
