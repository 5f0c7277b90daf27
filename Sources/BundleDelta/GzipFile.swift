package import SystemLayer

/// Files of `gzip`, which every web server and browser knows: the form in which bundles are
/// downloaded.
///
/// `BundleDelta.Gzip` is an alias, for modules that have a `GzipFile` of their own.
public enum GzipFile {
    private static let bufferSize = 1 << 16

    /// Compresses a file. The same bytes always give the same `.gz`: it contains no name and no
    /// time.
    ///
    /// ```swift
    /// try GzipFile.compress(tuesday, to: tuesday + ".gz")
    /// ```
    public static func compress(_ source: String, to target: String) throws {
        try BundleDeltaError.translating {
            let file = try NewFile(at: target)
            try compress(source, into: file)
            try file.publish()
        }
    }

    /// Unpacks a file that holds one stream of `gzip`. The target appears or is replaced at the end,
    /// when the checksum is right.
    ///
    /// ```swift
    /// try GzipFile.decompress(tuesday + ".gz", to: copy, sizeLimit: 100_000_000)
    /// ```
    ///
    /// - Parameters:
    ///   - source: the path of the `.gz`.
    ///   - target: where the unpacked file goes.
    ///   - sizeLimit: the most bytes to unpack.
    /// - Throws: `BundleDeltaError`; `target` is then unchanged.
    public static func decompress(
        _ source: String, to target: String, sizeLimit: Int = BundleDelta.defaultSizeLimit
    ) throws {
        try BundleDeltaError.translating {
            let file = try NewFile(at: target)
            try decompress(source, into: file, sizeLimit)
            try file.publish()
        }
    }

    /// Unpacks into a file that the caller puts in its place.
    package static func decompress(
        _ source: String, into file: NewFile, _ sizeLimit: Int
    ) throws {
        let reader = try FileReader(source)
        let inflater = try WrappedInflater(.gzip)
        let packed = UnsafeMutableRawBufferPointer.allocate(
            byteCount: bufferSize, alignment: 16)
        let unpacked = UnsafeMutableRawBufferPointer.allocate(
            byteCount: bufferSize, alignment: 16)
        defer {
            packed.deallocate()
            unpacked.deallocate()
        }
        var position = 0
        var written = 0
        var input = UnsafeRawBufferPointer(rebasing: packed[..<0])
        while !inflater.isAtEnd {
            if input.isEmpty {
                let count = try reader.read(into: packed, at: position)
                position += count
                input = UnsafeRawBufferPointer(rebasing: packed[..<count])
            }
            let isLast = input.isEmpty
            guard let count = inflater.unpack(&input, into: unpacked) else {
                throw BundleDeltaError.unusable(
                    path: source, reason: "is damaged, or not a gzip file")
            }
            if isLast, count == 0, !inflater.isAtEnd {
                throw BundleDeltaError.unusable(path: source, reason: "is cut short")
            }
            written += count
            guard written <= sizeLimit else {
                throw BundleDeltaError.tooLarge(path: source, limit: sizeLimit)
            }
            try file.write(UnsafeRawBufferPointer(rebasing: unpacked[..<count]))
        }
        guard input.isEmpty, position == reader.size else {
            throw BundleDeltaError.unusable(
                path: source, reason: "is damaged: bytes follow its end")
        }
    }

    private static func compress(_ source: String, into file: NewFile) throws {
        let reader = try FileReader(source)
        try GzipBlocks.compress(reader, file.write)
    }
}

extension BundleDelta {
    /// Files of `gzip`, under a name that nothing else shadows.
    public typealias Gzip = GzipFile
}
