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
            let location = FeedLocation(argument)
            guard
                case .file(var file, let isEncoded) = try FeedInput(
                    location, shownAs: shown, options: options)
            else {
                throw .inputUnreadable(source: location.description, reason: "is a folder")
            }
            let isPacked = FileKind(try file.bytes(0..<FileKind.headLength)) == .gzip
            if isPacked {
                file = try Unpacking(source: file, options: options).uncompressed().content
            }
            try options.limits.checkTotal(file.size, source: file.name)
            return (try file.bytes(0..<file.size), isPacked && !isEncoded)
        } catch .limitExceeded(let source, _, _) {
            // Unlike the limit for a feed, this one is not the user's.
            throw .damagedArchive(
                source: source,
                reason: "has more than \(Quantity.count(limit)) bytes, the most that are read")
        }
    }
}
