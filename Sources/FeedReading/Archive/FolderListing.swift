import SystemLayer

struct FolderListing {
    /// Feeds nested deeper than this are not looked for.
    private static let deepest = 4

    private let root: String
    private let limits: ArchiveLimits
    private let isTolerant: Bool
    private var entries: [ArchiveEntry] = []
    private var count = 0

    /// The files of the folder and, when `recursing`, of the folders in it, sorted by path.
    ///
    /// Hidden files are left out. Links to files are followed; links to folders only at the root,
    /// so that loops are impossible.
    static func entries(
        of root: String, recursing: Bool, limits: ArchiveLimits
    ) throws(FeedError) -> [ArchiveEntry] {
        var listing = FolderListing(root: root, limits: limits, isTolerant: false)
        try listing.add("", depth: recursing ? 0 : deepest)
        return listing.entries.sorted { $0.path < $1.path }
    }

    /// The paths of the files that are not in the feed's folder, sorted, as far as they can be listed.
    static func paths(
        in root: String, outside folder: String, limits: ArchiveLimits
    ) -> [String] {
        var listing = FolderListing(root: root, limits: limits, isTolerant: true)
        listing.tryToAdd("", depth: 0)
        return listing.entries.filter { !$0.isDirectly(in: folder) }.map(\.path).sorted()
    }

    private mutating func tryToAdd(_ prefix: String, depth: Int) {
        do throws(FeedError) {
            try add(prefix, depth: depth)
        } catch {
            // Only names are lost.
        }
    }

    /// The prefix ends in `/`, or is empty.
    private mutating func add(_ prefix: String, depth: Int) throws(FeedError) {
        for name in try Self.names(in: root + "/" + prefix)
        where name.utf8.first != UInt8(ascii: ".") && !ArchiveEntry.isIgnored(name) {
            count += 1
            try limits.checkMembers(count, source: root)
            let path = root + "/" + prefix + name
            if knownStatus(path, followingLinks: false)?.kind == .folder {
                guard depth < Self.deepest else { continue }
                if isTolerant {
                    tryToAdd(prefix + name + "/", depth: depth + 1)
                } else {
                    try add(prefix + name + "/", depth: depth + 1)
                }
                continue
            }
            // A dangling link is not a file, and a pipe may have no end.
            guard let status = knownStatus(path), status.kind == .file else {
                if let other = ArchiveEntry.noFile(prefix + name) { entries.append(other) }
                continue
            }
            entries.append(
                ArchiveEntry(
                    path: prefix + name, size: Int64(status.size), place: .onDisk(path: path)))
        }
    }

    private static func names(in folder: String) throws(FeedError) -> [String] {
        try FeedError.reading(folder, try Folder.listing(of: folder))
    }
}
