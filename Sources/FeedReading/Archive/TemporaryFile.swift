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
        file = try Self.using(options, try ScratchFile(in: options.temporaryDirectory))
    }

    private static func using<Value: ~Copyable>(
        _ options: ArchiveOptions, _ call: @autoclosure () throws(SystemError) -> Value
    ) throws(FeedError) -> Value {
        let directory = options.temporaryDirectory
        return try SystemError.turning(
            into: { FeedError.temporaryFile(directory: directory, reason: $0.description) },
            try call())
    }

    var size: Int64 { Int64(file.count) }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
        guard !options.cancellation.isCancelled else { throw .cancelled }
        try options.limits.checkTotal(size + Int64(bytes.count), source: source)
        try Self.using(options, try file.append(bytes))
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
        try Self.using(options, try file.removeAll())
    }

    /// Its space is freed with the last reference to it.
    consuming func finish() -> ArchiveFile {
        let size = size
        return ArchiveFile(descriptor: file.finish(), name: source, size: size)
    }
}
