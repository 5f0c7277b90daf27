import GTFSSchedule
import SystemLayer

/// A feed that is ready to be read: its files, wherever they come from.
///
///     let archive = try FeedArchive.open("feed.zip", options: ArchiveOptions())
///     if let member = archive.member(named: "stops.txt") {
///         let stream = try archive.open(member)
///         let count = try stream.read(into: buffer)
///     }
///
/// Members can be opened in any order, and several at a time on different threads: every stream has
/// its own position, and opening a member costs the same wherever it is.
package struct FeedArchive: Sendable {
    package struct Member: Sendable, Hashable {
        /// Base name in the feed's folder, in the archive's spelling: `stops.txt`, perhaps
        /// `Stops.txt`.
        package let name: String
        /// Path in the archive, with `/` between folders. It may be absolute or contain `..`: it is
        /// only a name in the archive, never one on disk.
        package let path: String
        /// As declared, or found when a tar was unpacked.
        package let size: Int64?
        /// Nil where the member has none of its own (tar, 7z, folder).
        package let compressedSize: Int64?
        /// As declared; nil outside zips.
        package let crc32: UInt32?
    }

    /// The files of the feed's folder, in archive order (in a folder on disk: by name).
    ///
    /// Files of other folders, folders, links, hidden files and `__MACOSX` are left out, and so are
    /// all but one of those with the same name; `noteRepairs` reports them.
    package let members: [Member]

    /// The folder in the archive that holds the feed; nil when its files are at the root, as the
    /// reference requires.
    package let subfolder: String?

    /// Whether any folder of the archive, including the feed's own, has a file with a GTFS name:
    /// the condition of the canonical notice `invalid_input_files_in_subfolder`.
    package let hasGTFSFilesInSubfolder: Bool

    /// Paths of files in the archive that are not in the feed's folder; none where `--subpath`
    /// names a part.
    ///
    /// For a folder on disk, which may be anyone's home, only those that the limits allow to be
    /// listed.
    package var filesElsewhere: [String] {
        guard isWhole else { return [] }
        guard isFolder else { return archivedElsewhere }
        return FolderListing.paths(in: sourceDescription, outside: subfolder ?? "", limits: limits)
    }

    private let archivedElsewhere: [String]
    private let isWhole: Bool

    /// As delivered; for a folder, the total size of its files.
    package let archiveBytes: Int64

    package var isFolder: Bool { file == nil }

    /// A path, or a URL without possible secrets.
    package let sourceDescription: String

    /// As delivered; nil for a folder.
    let file: ArchiveFile?
    let limits: ArchiveLimits
    package internal(set) var cancellation: Cancellation
    package let temporaryDirectory: String
    private let entries: [ExactText: ArchiveEntry]
    private let feedMembers: FeedMembers
    private let repairs: [ArchiveRepair]

    /// Names of files that the canonical validator lists but does not find: those in a folder with
    /// the archive's name, which it takes for the work of a macOS program.
    package let namesWithoutContent: [String]

    /// `argument` is a path to a zip, tar, 7z or folder; `-` for an archive on standard input; or
    /// an http(s) URL. `knownNames` mark a folder as holding a feed.
    package static func open(
        _ argument: String,
        options: ArchiveOptions = ArchiveOptions(),
        knownNames: Set<String> = FeedFileNames.all
    ) throws(FeedError) -> FeedArchive {
        try FeedOpening(argument, options: options, knownNames: knownNames).open()
    }

    init(
        entries: [ArchiveEntry], folder: String, hasGTFSFilesInSubfolder: Bool,
        namesWithoutContent: [String], repairs: [ArchiveRepair], file: ArchiveFile?,
        options: ArchiveOptions, sourceDescription: String
    ) {
        feedMembers = FeedMembers(
            entries.filter { $0.isDirectly(in: folder) }, isCanonical: options.isCanonical)
        let own = feedMembers.entries
        self.namesWithoutContent = namesWithoutContent
        self.repairs = repairs
        members = own.map(Member.init)
        subfolder = folder.isEmpty ? nil : folder
        self.hasGTFSFilesInSubfolder = hasGTFSFilesInSubfolder
        isWhole = options.subpath == nil
        archivedElsewhere = entries.filter { !$0.isDirectly(in: folder) }.map(\.path)
        archiveBytes = file?.size ?? own.reduce(0) { $0 + $1.size }
        self.sourceDescription = sourceDescription
        self.file = file
        limits = options.limits
        cancellation = options.cancellation
        temporaryDirectory = options.temporaryDirectory
        self.entries = Dictionary(own.map { ($0.path.exact, $0) }) { first, _ in first }
    }

    /// The member with a GTFS file's name, or else one whose name differs only in case
    /// (`Stops.txt`); `Member.name` tells which.
    package func member(named name: String) -> Member? {
        feedMembers.entry(named: name).map(Member.init)
    }

    package var unpackedBytes: Int {
        members.reduce(0) { sum, member in
            let next = sum.addingReportingOverflow(Int(clamping: member.size ?? 0))
            return next.overflow ? .max : next.partialValue
        }
    }

    /// Reports faults of the archive that do not stop its reading, files that occur more than once,
    /// and files that are found although their names are not quite right.
    package func noteRepairs(of plan: [FeedFiles.Planned], in bin: NoticeBin) {
        for repair in repairs { bin.add(repair.definition, repair.fields) }
        for planned in plan where entries[planned.member.path.exact]?.hasBackslashes == true {
            bin.add(
                .backslashesInPath,
                ["filename": planned.member.name, "path": planned.member.path])
        }
        for planned in plan where planned.member.name != planned.name {
            bin.add(.fileNameCase, ["filename": planned.member.name])
        }
        for duplicate in feedMembers.duplicates {
            bin.add(
                .duplicateFile,
                [
                    "filename": String(duplicate.used.name), "usedPath": duplicate.used.path,
                    "usedPosition": duplicate.used.position, "otherPath": duplicate.other.path,
                    "otherPosition": duplicate.other.position,
                ])
        }
    }

    package var passedOver: [String] { feedMembers.duplicates.map(\.other.path) }

    package func open(_ member: Member) throws(FeedError) -> sending MemberStream {
        guard let entry = entries[member.path.exact] else {
            throw .internalFailure(reason: "\(member.path) is not a member of \(sourceDescription)")
        }
        return try entry.open(limits: limits, source: sourceDescription)
    }

    /// Of the archive as delivered, as 64 hexadecimal digits; computed once. Nil for a folder,
    /// which has no such bytes.
    package func archiveSHA256() throws(FeedError) -> String? {
        guard let file else { return nil }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var digest = ByteDigest()
        while case let count = try file.read(into: buffer, at: Int64(digest.count)), count > 0 {
            digest.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            guard !cancellation.isCancelled else { throw .cancelled }
        }
        return digest.sha256
    }

    /// Whether it came as a zip, perhaps with junk in front, and not in another form.
    package func isZip() throws(FeedError) -> Bool {
        guard let file else { return false }
        let kind = FileKind(try file.bytes(0..<FileKind.headLength))
        return !kind.isCompressed && kind != .tar && kind != .sevenZip
    }

    /// Writes the archive as delivered to a new file; nothing of a folder.
    package func copy(to path: String) throws {
        guard let file else { return }
        let copy = try NewFile(at: path, replacing: .nothing("already exists"))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while case let count = try file.read(into: buffer, at: offset), count > 0 {
            try copy.write(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            offset += Int64(count)
            guard !cancellation.isCancelled else { throw FeedError.cancelled }
        }
        try copy.publish()
    }
}

extension FeedArchive.Member {
    fileprivate init(_ entry: ArchiveEntry) {
        name = String(entry.name)
        path = entry.path
        size = entry.size
        if case .zipMember(let member, _) = entry.place {
            compressedSize = member.record.compressedSize
            crc32 = member.record.crc32
        } else {
            compressedSize = nil
            crc32 = nil
        }
    }
}
