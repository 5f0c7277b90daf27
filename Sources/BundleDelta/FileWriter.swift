#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is written from its beginning to its end.
final class FileWriter {
    let path: String
    let descriptor: Int32

    /// Takes over an open file.
    init(_ descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a file that is there, and empties it.
    convenience init(existing path: String) throws {
        let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw BundleDeltaError.cannotWrite(path: path, reason: lastReason())
        }
        self.init(descriptor, path: path)
    }

    deinit {
        close(descriptor)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = systemWrite(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw BundleDeltaError.cannotWrite(path: path, reason: lastReason())
            }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }

    /// Waits until all is on disk.
    func synchronize() throws {
        guard fsync(descriptor) == 0 else {
            throw BundleDeltaError.cannotWrite(path: path, reason: lastReason())
        }
    }
}

/// The system's `write`, whose name the method above hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
