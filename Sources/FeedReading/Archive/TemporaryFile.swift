import SystemLayer

/// A ``ScratchFile`` within the limits of a feed: for downloads, standard input and unpacked
/// members. No name from an archive ever becomes a name on disk.
struct TemporaryFile: ~Copyable {
    private var file: ScratchFile
    private let options: ArchiveOptions
    private let source: String

    init(in options: ArchiveOptions, for source: String) throws(FeedError) {
        self.options = options
        self.source = source
        do throws(SystemError) {
            file = try ScratchFile(in: options.temporaryDirectory)
        } catch {
            throw .temporaryFile(directory: options.temporaryDirectory, reason: error.description)
        }
    }

    var size: Int64 { Int64(file.count) }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        guard !options.cancellation.isCancelled else { throw .cancelled }
        try options.limits.checkTotal(size + Int64(bytes.count), source: source)
        do throws(SystemError) {
            try file.append(bytes)
        } catch {
            throw .temporaryFile(directory: options.temporaryDirectory, reason: error.description)
        }
    }

    /// Reads until `read` puts nothing into the buffer; it gets the size so far.
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

    mutating func removeAll() throws(FeedError) {
        do throws(SystemError) {
            try file.removeAll()
        } catch {
            throw .temporaryFile(directory: options.temporaryDirectory, reason: error.description)
        }
    }

    /// Its space is freed with the last reference to it.
    consuming func finish() -> ArchiveFile {
        let size = size
        return ArchiveFile(descriptor: file.finish(), name: source, size: size)
    }
}
