import SystemLayer

/// Input that is not a feed, from where feeds come from: a path, standard input, or a URL.
package enum WholeInput {
    /// The argument is as for ``FeedLocation``, the limit in bytes, packed or not. What gzip packed
    /// is unpacked.
    package static func read(
        _ argument: String, atMost limit: Int, options: ArchiveOptions
    ) throws(FeedError) -> [UInt8] {
        try content(argument, atMost: limit, options: options).bytes
    }

    /// As from ``read(_:atMost:options:)``, and whether gzip packed the bytes although no header
    /// said so. `shown` names a download in errors, where its URL has secrets in any part.
    package static func content(
        _ argument: String, shownAs shown: String? = nil, atMost limit: Int,
        options: ArchiveOptions
    ) throws(FeedError) -> (bytes: [UInt8], isPacked: Bool) {
        var options = options
        options.limits.totalBytes = Int64(limit)
        do throws(FeedError) {
            var (file, isEncoded) = try open(argument, shownAs: shown, options: options)
            let isPacked = FileKind(try file.bytes(0..<FileKind.headLength)) == .gzip
            if isPacked { file = try Unpacking(file, options: options).uncompressed().content }
            try options.limits.checkTotal(file.size, source: file.name)
            return (try file.bytes(0..<file.size), isPacked && !isEncoded)
        } catch .limitExceeded(let source, _, _) {
            // Unlike the limit for a feed, this one is not the user's.
            throw .damagedArchive(
                source: source,
                reason: "has more than \(Quantity.count(limit)) bytes, the most that are read")
        }
    }

    private static func open(
        _ argument: String, shownAs shown: String?, options: ArchiveOptions
    ) throws(FeedError) -> (file: ArchiveFile, isEncoded: Bool) {
        let location = FeedLocation(argument)
        switch location.kind {
        case .standardInput: return (try LocalInput.standardInput(options: options), false)
        case .url(let url):
            let downloaded = try FeedDownload.fetch(url, shownAs: shown, options: options)
            return (downloaded.file, downloaded.isEncoded)
        case .path(let path):
            switch try LocalInput.open(path: path, options: options) {
            case .file(let file): return (file, false)
            case .folder:
                throw .inputUnreadable(source: location.description, reason: "is a folder")
            }
        }
    }
}
