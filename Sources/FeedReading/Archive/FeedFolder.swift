/// Finds the folder of an archive that holds the feed.
struct FeedFolder {
    /// The result.
    enum Choice: Equatable {
        /// The feed's files are in this folder, "" for the root.
        case folder(String)
        case severalFeeds([String])
        /// There are only archives.
        case innerArchives([String])
        case nothing
    }

    /// Names that mark a folder as holding a feed, in lower case.
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
        var names: [String: Set<String>] = [:]
        for entry in entries {
            let name = entry.name.lowercased()
            if knownNames.contains(name) {
                names[String(entry.folder), default: []].insert(name)
            }
        }
        if names[root] != nil { return .folder(root) }
        let full = names.filter { $0.value.intersection(FeedFileNames.core).count >= 2 }
        let candidates = (full.isEmpty ? names : full).keys.sorted()
        if candidates.count > 1 { return .severalFeeds(candidates) }
        if let only = candidates.first { return .folder(only) }
        let archives = entries.filter(\.isArchive).map(\.path)
        return archives.isEmpty ? .nothing : .innerArchives(archives)
    }

    /// Values for `--subpath`: folders with GTFS files, and archives.
    func candidates(_ entries: [ArchiveEntry]) -> [String] {
        let named = entries.filter { knownNames.contains($0.name.lowercased()) }
        let folders = Set(named.map { $0.folder.isEmpty ? "." : String($0.folder) })
        return folders.sorted() + entries.filter(\.isArchive).map(\.path)
    }

    /// Whether an entry is in a folder or below it.
    static func lies(_ entry: ArchiveEntry, in folder: String) -> Bool {
        folder.isEmpty || entry.path.hasPrefix(folder + "/")
    }

    /// Whether any folder has a file with a GTFS name: the condition of the canonical notice
    /// `invalid_input_files_in_subfolder`.
    func hasKnownNamesInSubfolder(_ entries: [ArchiveEntry]) -> Bool {
        entries.contains { $0.path.contains("/") && knownNames.contains(String($0.name)) }
    }
}
