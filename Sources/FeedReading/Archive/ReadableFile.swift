import SystemLayer

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An open regular file that any number of threads read at any offset.
///
/// It reads with `pread`, which has no position to share: concurrent streams cannot disturb each
/// other, and a temporary file needs no name to be opened again. Immutable, hence `Sendable`.
final class ReadableFile: Sendable {
    let descriptor: Int32
    /// What messages call it.
    let name: String
    /// The size when it was opened.
    let size: Int64

    /// Takes over an open descriptor, and closes it in the end.
    init(descriptor: Int32, name: String, size: Int64) {
        self.descriptor = descriptor
        self.name = name
        self.size = size
    }

    /// Opens the regular file at a path.
    convenience init(path: String) throws(FeedError) {
        do throws(SystemError) {
            let descriptor = try systemCall { openForReading(path) }
            var status = stat()
            do throws(SystemError) {
                try systemCall { fstat(descriptor, &status) }
            } catch {
                close(descriptor)
                throw error
            }
            self.init(descriptor: descriptor, name: path, size: Int64(status.st_size))
        } catch {
            throw FeedError(opening: path, error)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Reads until the buffer is full or the file ends; returns how much that was.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FeedError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var filled = 0
        do throws(SystemError) {
            while filled < buffer.count {
                let count = try systemCall {
                    pread(
                        descriptor, base + filled, buffer.count - filled,
                        off_t(offset + Int64(filled)))
                }
                if count == 0 { break }
                filled += count
            }
        } catch {
            throw .inputUnreadable(source: name, reason: error.description)
        }
        return filled
    }

    /// The bytes of a range, fewer where the file ends.
    func bytes(_ range: Range<Int64>) throws(FeedError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(FeedError) in
            try read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}

/// `open` is variadic in C; this is the form without a mode, which only creation would need.
private func openForReading(_ path: String) -> Int32 {
    open(path, O_RDONLY | O_CLOEXEC)
}

extension FeedError {
    /// What to say of a path at which there is nothing; perhaps it is a URL of a kind not read.
    private static func missing(_ path: String) -> String {
        guard let mark = path.firstRange(of: "://"),
            path[..<mark.lowerBound].allSatisfy({ $0.isASCII && $0.isLetter })
        else { return "no such file or folder" }
        return path.lowercased().hasPrefix("file://")
            ? "give the path itself, without file://"
            : "feeds are fetched from http:// and https:// only"
    }

    /// The error for a path that could not be opened.
    init(opening path: String, _ error: SystemError) {
        if error.number == ENOENT || error.number == ENOTDIR {
            self = .inputMissing(source: path, reason: Self.missing(path))
        } else {
            self = .inputUnreadable(source: path, reason: error.description)
        }
    }
}
