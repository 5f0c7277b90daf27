import GTFSSchedule
import SystemLayer

struct FeedOpening {
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
        switch try FeedInput(location, options: options) {
        case .folder(let path): return try openFolder(path)
        case .file(let file, _): return try open(file)
        }
    }

    func open(_ file: ArchiveFile) throws(FeedError) -> FeedArchive {
        try find(
            subpath: subpath, in: try listing(of: file, depth: 0), outer: [], delivered: file)
    }

    private func openFolder(_ path: String) throws(FeedError) -> FeedArchive {
        var entries = try FolderListing.entries(of: path, recursing: false, limits: options.limits)
        // A folder with a feed may be a home folder: look deeper only if the feed is not here.
        if !subpath.isEmpty
            || !options.isCanonical && folders.choose(among: entries, below: "") != .folder("")
        {
            entries = try FolderListing.entries(of: path, recursing: true, limits: options.limits)
        }
        for index in entries.indices { entries[index].position = index + 1 }
        return try find(
            subpath: subpath, in: Listing(entries: entries), outer: [], delivered: nil)
    }

    private var subpath: String {
        (options.subpath ?? "").split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    private struct Listing {
        var entries: [ArchiveEntry]
        var folders: [String] = []
        var repairs: [ArchiveRepair] = []
    }

    private func listing(of file: ArchiveFile, depth: Int) throws(FeedError) -> Listing {
        switch try ArchiveListing(file, options: options) {
        case .entries(var entries, let folders, let repairs):
            for index in entries.indices { entries[index].position = index + 1 }
            return Listing(entries: entries, folders: folders, repairs: repairs)
        case .uncompressed(let content, let kind, let repairs):
            guard depth < Self.deepest else { throw .nestedTooDeep(source: file.name) }
            var listing = try listing(of: content, depth: depth + 1)
            listing.repairs.insert(
                contentsOf: [ArchiveRepair(compressed: file, as: kind)] + repairs, at: 0)
            return listing
        }
    }

    /// Finds the feed among the entries, at or below a folder or in an inner archive.
    private func find(
        subpath: String, in listing: Listing, outer: [String], delivered: ArchiveFile?
    ) throws(FeedError) -> FeedArchive {
        let source = location.description
        let entries = listing.entries
        func whole(_ path: String) -> String { (outer + [path]).joined(separator: "/") }
        if let inner = entries.first(where: { subpath == $0.path || subpath.isPath(in: $0.path) }) {
            guard outer.count < Self.deepest else { throw .nestedTooDeep(source: source) }
            let file = try inner.file(options: options, source: source)
            var found = try self.listing(of: file, depth: outer.count + 1)
            found.repairs = listing.repairs + found.repairs
            return try find(
                subpath: String(subpath.dropFirst(inner.path.count + 1)), in: found,
                outer: outer + [inner.path], delivered: delivered)
        }
        guard subpath.isEmpty || entries.contains(where: { $0.path.isPath(in: subpath) }) else {
            throw .subpathNotFound(
                source: source, subpath: whole(subpath),
                candidates: folders.candidates(entries).map(whole))
        }
        let choice =
            options.isCanonical && subpath.isEmpty
            ? .folder("") : folders.choose(among: entries, below: subpath)
        switch choice {
        case .folder(let folder):
            try check(entries.filter { $0.isDirectly(in: folder) })
            return FeedArchive(
                entries: entries, folder: folder,
                hasGTFSFilesInSubfolder: folders.hasKnownNamesInSubfolder(entries),
                namesWithoutContent: namesWithoutContent(entries, listing.folders),
                repairs: listing.repairs, file: delivered, options: options,
                sourceDescription: source)
        case .severalFeeds(let candidates):
            throw .severalFeeds(source: source, folders: candidates.map(whole))
        case .innerArchives(let candidates):
            throw .innerArchives(source: source, archives: candidates.map(whole))
        case .nothing:
            throw .noFeedFiles(source: source, found: entries.map { whole($0.path) })
        }
    }

    /// The files that the canonical validator takes for files of the root: those in a folder with
    /// the archive's name, provided that the folder is a member of the archive.
    private func namesWithoutContent(_ entries: [ArchiveEntry], _ folders: [String]) -> [String] {
        guard options.isCanonical else { return [] }
        let name = (location.description.split(separator: "/").last ?? "")
            .replacing(".zip", with: "")
        guard !name.isEmpty, folders.contains(name + "/") else { return [] }
        let root = Set(entries.filter { $0.folder.isEmpty }.map { String($0.name).exact })
        var seen = root
        return entries.filter { $0.isDirectly(in: name) }.map { String($0.name) }
            .filter { seen.insert($0.exact).inserted }
    }

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
    fileprivate func isPath(in folder: String) -> Bool {
        hasPrefix(folder + "/")
    }
}

enum FeedInput {
    case folder(path: String)
    /// Whether a server named a Content-Encoding; the bytes are as they came.
    case file(ArchiveFile, isEncoded: Bool)

    /// `shown` names a download in errors.
    init(
        _ location: FeedLocation, shownAs shown: String? = nil, options: ArchiveOptions
    ) throws(FeedError) {
        switch location.kind {
        case .standardInput:
            self = .file(try Self.standardInput(options: options), isEncoded: false)
        case .url(let url):
            let downloaded = try FeedDownload.fetch(url, shownAs: shown, options: options)
            self = .file(downloaded.file, isEncoded: downloaded.isEncoded)
        case .path(let path):
            try self.init(path: path, named: location.description, options: options)
        }
    }

    /// A pipe, such as a shell's `<(...)`, is first copied to a temporary file.
    private init(path: String, named name: String, options: ArchiveOptions) throws(FeedError) {
        let status = try FeedError.reading(name, try fileStatus(path))
        switch status?.kind {
        case .folder: self = .folder(path: path)
        case .file: self = .file(try ArchiveFile(path: path), isEncoded: false)
        case .some where !options.acceptsPipes:
            throw .inputUnreadable(source: name, reason: "is not a file")
        default:
            let pipe = try FeedError.reading(name, try Descriptor(reading: path))
            self = .file(try Self.copy(pipe, named: name, options: options), isEncoded: false)
        }
    }

    /// Copies standard input to a temporary file: a zip has its directory at the end.
    private static func standardInput(options: ArchiveOptions) throws(FeedError) -> ArchiveFile {
        let name = "standard input"
        guard !StandardStream.input.isTerminal else {
            throw .inputMissing(source: name, reason: "is a terminal; pipe a zip into it")
        }
        let input = try FeedError.reading(
            name, try Descriptor(duplicating: StandardStream.input.rawValue))
        return try copy(input, named: name, options: options)
    }

    private static func copy(
        _ descriptor: borrowing Descriptor, named name: String, options: ArchiveOptions
    ) throws(FeedError) -> ArchiveFile {
        var copy = try TemporaryFile(in: options, for: name)
        try copy.append { (buffer, _) throws(FeedError) in
            // The writer may never finish.
            while !options.cancellation.isCancelled,
                !descriptor.waitForInput(milliseconds: 100)
            {}
            guard !options.cancellation.isCancelled else { throw .cancelled }
            return try FeedError.reading(name, try descriptor.read(into: buffer))
        }
        return copy.finish()
    }
}

package struct FeedLocation: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case path(String)
        case standardInput
        case url(String)
    }

    package let kind: Kind

    /// Reads a command-line argument: `-`, an `http:` or `https:` URL in any case, or a path.
    ///
    /// A file that is really called `-` is `./-`.
    package init(_ argument: String) {
        let start = argument.prefix(8).lowercased()
        if argument == "-" {
            kind = .standardInput
        } else if start.hasPrefix("http://") || start.hasPrefix("https://") {
            kind = .url(argument)
        } else {
            kind = .path(argument)
        }
    }

    package var isURL: Bool {
        if case .url = kind { true } else { false }
    }

    /// The location for messages and metadata, without anything that may be secret. A path may be a
    /// mistyped URL.
    package var description: String {
        switch kind {
        case .path(let text), .url(let text): ShownURL(text).text
        case .standardInput: "standard input"
        }
    }
}

struct FeedFolder {
    enum Choice: Equatable {
        /// The feed's files are in this folder, "" for the root.
        case folder(String)
        case severalFeeds([String])
        case innerArchives([String])
        case nothing
    }

    private let knownNames: Set<String>

    init(knownNames: Set<String>) {
        self.knownNames = Set(knownNames.map { $0.lowercased() })
    }

    /// Chooses among the folders at or below `root`.
    ///
    /// 1. The root itself, when it has any file with a GTFS name.
    /// 2. Else the only folder that has two of the files every feed has. A folder with a stray
    ///   `stops.txt` is not a second feed.
    /// 3. Else the only folder that has any file with a GTFS name.
    func choose(among entries: [ArchiveEntry], below root: String) -> Choice {
        let entries = entries.filter { Self.lies($0, in: root) }
        var names: [ExactText: Set<String>] = [:]
        for entry in entries {
            let name = entry.name.lowercased()
            if knownNames.contains(name) {
                names[String(entry.folder).exact, default: []].insert(name)
            }
        }
        if names[root.exact] != nil { return .folder(root) }
        let full = names.filter { $0.value.intersection(FeedFileNames.core).count >= 2 }
        let candidates = (full.isEmpty ? names : full).keys.sorted().map(\.text)
        if candidates.count > 1 { return .severalFeeds(candidates) }
        if let only = candidates.first { return .folder(only) }
        let archives = entries.filter(\.isArchive).map(\.path)
        return archives.isEmpty ? .nothing : .innerArchives(archives)
    }

    func candidates(_ entries: [ArchiveEntry]) -> [String] {
        let named = entries.filter { knownNames.contains($0.name.lowercased()) }
        let folders = Set(named.map { ($0.folder.isEmpty ? "." : String($0.folder)).exact })
        return folders.sorted().map(\.text) + entries.filter(\.isArchive).map(\.path)
    }

    static func lies(_ entry: ArchiveEntry, in folder: String) -> Bool {
        folder.isEmpty || entry.path.hasPrefix(folder + "/")
    }

    /// The condition of the canonical notice `invalid_input_files_in_subfolder`.
    func hasKnownNamesInSubfolder(_ entries: [ArchiveEntry]) -> Bool {
        entries.contains { $0.path.contains("/") && knownNames.contains(String($0.name)) }
    }
}
