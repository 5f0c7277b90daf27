import SystemLayer

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file being written that has no name: downloads, standard input and unpacked members go here.
///
/// It is created as `.gtfs-XXXXXX`, readable by its owner only, and loses that name at once, so
/// that the system frees it with its last descriptor however the program ends, a crash included.
/// No name from an archive ever becomes a name on disk.
struct TemporaryFile: ~Copyable {
    private let descriptor: Int32
    private let directory: String
    private let limits: ArchiveLimits
    private let cancellation: Cancellation
    /// What messages call its content.
    private let source: String
    private(set) var size: Int64 = 0
    private var isHandedOver = false

    /// Creates an empty file.
    init(in options: ArchiveOptions, for source: String) throws(FeedError) {
        directory = options.temporaryDirectory
        limits = options.limits
        cancellation = options.cancellation
        self.source = source
        var template = Array((directory + "/.gtfs-XXXXXX").utf8CString)
        do throws(SystemError) {
            descriptor = try systemCall { mkstemp(&template) }
        } catch {
            throw .temporaryFile(directory: directory, reason: error.description)
        }
        unlink(template)
        // Not inherited by programs that this one may start.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        if !isHandedOver { close(descriptor) }
    }

    /// Appends bytes, within the limit for all unpacked bytes.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        guard !cancellation.isCancelled else { throw .cancelled }
        guard let base = bytes.baseAddress else { return }
        try limits.checkTotal(size + Int64(bytes.count), source: source)
        var written = 0
        do throws(SystemError) {
            while written < bytes.count {
                written += try systemCall {
                    write(descriptor, base + written, bytes.count - written)
                }
            }
        } catch {
            throw .temporaryFile(directory: directory, reason: error.description)
        }
        size += Int64(bytes.count)
    }

    /// Appends what `read` puts into a buffer until it puts nothing; it is told the size so far.
    mutating func append(
        _ read: (UnsafeMutableRawBufferPointer, Int64) throws(FeedError) -> Int
    ) throws(FeedError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try read(buffer, size)
            if count == 0 { return }
            try append(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
        }
    }

    /// Empties the file.
    mutating func removeAll() throws(FeedError) {
        guard size > 0 else { return }
        do throws(SystemError) {
            try systemCall { ftruncate(descriptor, 0) }
            try systemCall { lseek(descriptor, 0, SEEK_SET) }
        } catch {
            throw .temporaryFile(directory: directory, reason: error.description)
        }
        size = 0
    }

    /// The finished file, to be read; its space is freed when nobody holds it any more.
    consuming func finish() -> ReadableFile {
        isHandedOver = true
        return ReadableFile(descriptor: descriptor, name: source, size: size)
    }
}
