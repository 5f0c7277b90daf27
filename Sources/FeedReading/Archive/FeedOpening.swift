/// The way from a command-line argument to the folder with the feed.
struct FeedOpening {
    /// Archives are opened this deep in others, and no deeper.
    private static let deepest = 2

    private let location: FeedLocation
    private let options: ArchiveOptions
    private let folders: FeedFolder

    init(_ argument: String, options: ArchiveOptions, knownNames: Set<String>) {
        location = FeedLocation(argument)
        self.options = options
        folders = FeedFolder(knownNames: knownNames)
    }

    func open() throws(FeedError) -> FeedArchive {
        switch location.kind {
        case .standardInput:
            return try open(try LocalInput.standardInput(options: options))
        case .url(let url):
            return try open(try FeedDownload.fetch(url, options: options).file)
        case .path(let path):
            switch try LocalInput.open(path: path, options: options) {
            case .folder: return try openFolder(path)
            case .file(let file): return try open(file)
            }
        }
    }

    /// Finds the feed in a file that is here already.
    func open(_ file: ReadableFile) throws(FeedError) -> FeedArchive {
        try find(subpath: subpath, in: entries(of: file, depth: 0), depth: 0, delivered: file)
    }

    private func openFolder(_ path: String) throws(FeedError) -> FeedArchive {
        var entries = try FolderListing.entries(of: path, recursing: false, limits: options.limits)
        // A folder with a feed may be anybody's home: look further only if the feed is not here.
        if !subpath.isEmpty
            || !options.readsRootOnly && folders.choose(among: entries, below: "") != .folder("")
        {
            entries = try FolderListing.entries(of: path, recursing: true, limits: options.limits)
        }
        return try find(subpath: subpath, in: entries, depth: 0, delivered: nil)
    }

    /// `--subpath` in the form that paths in archives have; "" when there is none.
    private var subpath: String {
        (options.subpath ?? "").split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// The files in an archive; in the one within when the file is a compressed archive.
    private func entries(of file: ReadableFile, depth: Int) throws(FeedError) -> [ArchiveEntry] {
        switch try ArchiveListing(file, options: options) {
        case .entries(let entries): return entries
        case .uncompressed(let content):
            guard depth < Self.deepest else { throw .nestedTooDeep(source: file.name) }
            return try entries(of: content, depth: depth + 1)
        }
    }

    /// Finds the feed among the entries, at or below a folder or in an inner archive.
    private func find(
        subpath: String, in entries: [ArchiveEntry], depth: Int, delivered: ReadableFile?
    ) throws(FeedError) -> FeedArchive {
        let source = location.description
        if let inner = entries.first(where: { subpath == $0.path || subpath.isPath(in: $0.path) }) {
            guard depth < Self.deepest else { throw .nestedTooDeep(source: source) }
            let file = try inner.file(options: options, source: source)
            return try find(
                subpath: String(subpath.dropFirst(inner.path.count + 1)),
                in: self.entries(of: file, depth: depth + 1), depth: depth + 1,
                delivered: delivered)
        }
        guard subpath.isEmpty || entries.contains(where: { $0.path.isPath(in: subpath) }) else {
            throw .subpathNotFound(
                source: source, subpath: subpath, candidates: folders.candidates(entries))
        }
        let choice =
            options.readsRootOnly && subpath.isEmpty
            ? .folder("") : folders.choose(among: entries, below: subpath)
        switch choice {
        case .folder(let folder):
            try check(entries.filter { $0.folder == folder })
            return FeedArchive(
                entries: entries, folder: folder,
                hasGTFSFilesInSubfolder: folders.hasKnownNamesInSubfolder(entries),
                file: delivered, options: options, sourceDescription: source)
        case .severalFeeds(let candidates):
            throw .severalFeeds(source: source, folders: candidates)
        case .innerArchives(let candidates):
            throw .innerArchives(source: source, archives: candidates)
        case .nothing:
            throw .noFeedFiles(source: source, found: entries.map(\.path))
        }
    }

    /// Rejects at once what would fail when it is read.
    private func check(_ entries: [ArchiveEntry]) throws(FeedError) {
        let source = location.description
        var total: Int64 = 0
        for case .zipMember(let member, _) in entries.map(\.place) {
            if member.record.isEncrypted {
                throw .encryptedMember(source: source, member: member.record.path)
            }
            let sum = total.addingReportingOverflow(member.record.size)
            total = sum.overflow ? .max : sum.partialValue
            try options.limits.checkTotal(total, source: source)
        }
    }
}

extension String {
    /// Whether this is the path of something in a folder or archive, at any depth.
    fileprivate func isPath(in folder: String) -> Bool {
        hasPrefix(folder + "/")
    }
}
