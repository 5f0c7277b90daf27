import SystemLayer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is read from any place.
final class FileReader {
    let path: String
    let size: Int
    let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR
                ? BundleDeltaError.missing(path: path)
                : BundleDeltaError.cannotRead(path: path, reason: SystemError.last.description)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw BundleDeltaError.cannotRead(path: path, reason: "it is no file")
        }
        size = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// Reads until the buffer is full or the file ends; returns the number of bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw BundleDeltaError.cannotRead(path: path, reason: SystemError.last.description)
            }
            guard count > 0 else { break }
            done += count
        }
        return done
    }

    /// Fills the buffer; a file that ends before has changed under our hands.
    func read(exactly buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws {
        guard try read(into: buffer, at: offset) == buffer.count else {
            throw BundleDeltaError.cannotRead(path: path, reason: "it has become shorter")
        }
    }
}
