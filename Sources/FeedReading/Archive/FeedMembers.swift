/// The entries of the feed's folder, each name once.
struct FeedMembers {
    /// An entry that is passed over for another of its name.
    struct Duplicate: Sendable {
        /// The entry that counts.
        let used: ArchiveEntry
        let other: ArchiveEntry
    }

    /// In the order of the archive.
    let entries: [ArchiveEntry]
    /// Files of the reference that the archive has more than once, perhaps in another case.
    let duplicates: [Duplicate]
    /// By name and by name in lower case.
    private let byName: [String: ArchiveEntry]

    /// - Parameter isCanonical: whether of names that differ in case the first counts, and the
    ///   others are entries all the same; else an exact name counts, or the first.
    init(_ all: [ArchiveEntry], isCanonical: Bool) {
        var duplicates: [Duplicate] = []
        var entries = Self.distinct(all, &duplicates)
        if !isCanonical { entries = Self.ofOneCase(entries, &duplicates) }
        let lowercase = entries.reversed().map { (String($0.name.lowercased()), $0) }
        let exact = isCanonical ? [] : entries.map { (String($0.name), $0) }
        byName = Dictionary(lowercase + exact) { _, last in last }
        self.entries = entries
        self.duplicates = duplicates.filter {
            FeedFileNames.all.contains($0.used.name.lowercased())
        }.sorted { $0.other.position < $1.other.position }
    }

    /// The entry with a name, or else one whose name differs only in case.
    func entry(named name: String) -> ArchiveEntry? {
        byName[name] ?? byName[name.lowercased()]
    }

    /// One entry of each path.
    private static func distinct(
        _ all: [ArchiveEntry], _ duplicates: inout [Duplicate]
    ) -> [ArchiveEntry] {
        var used: [String: ArchiveEntry] = [:]
        for entry in all where used[entry.path] == nil || !entry.countsFirst {
            used[entry.path] = entry
        }
        return all.filter { entry in
            guard let used = used[entry.path], used.position != entry.position else { return true }
            duplicates.append(Duplicate(used: used, other: entry))
            return false
        }
    }

    /// Of files of the reference whose names differ in case the one that counts.
    private static func ofOneCase(
        _ entries: [ArchiveEntry], _ duplicates: inout [Duplicate]
    ) -> [ArchiveEntry] {
        var used: [String: ArchiveEntry] = [:]
        for entry in entries {
            let name = entry.name.lowercased()
            if FeedFileNames.all.contains(name), used[name] == nil || entry.name == name {
                used[name] = entry
            }
        }
        return entries.filter { entry in
            guard let used = used[entry.name.lowercased()], used.position != entry.position else {
                return true
            }
            duplicates.append(Duplicate(used: used, other: entry))
            return false
        }
    }
}
