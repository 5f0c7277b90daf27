package import BundleManifest
import FeedReading
import GTFSSchedule
import SystemLayer

/// The folder of one feed, which any web server can serve:
///
///     manifest.json                        what there is; the only file that ever changes
///     sydney-20261121-1f0c9a3b.sqlite      artefacts, under names that are never used again
///     sydney-20261121-1f0c9a3b.sqlite.gz
///     latest.sqlite                        a link, for people
///     refused/                             the last candidate that a guard refused
///     .gtfs/                               lock, lease, state and status; not to be served
package struct PublishFolder: Sendable {
    package let path: String
    package let id: String

    package init(path: String, id: String) throws {
        self.path = path
        self.id = id
        try Folder.make(path)
        try Folder.make(stateFolder)
    }

    package init(existing path: String, id: String) {
        self.path = path
        self.id = id
    }

    package var stateFolder: String { path + "/.gtfs" }
    package var manifestPath: String { path + "/" + Manifest.name }
    var statePath: String { stateFolder + "/state.json" }
    var statusPath: String { stateFolder + "/status.json" }
    var lockPath: String { stateFolder + "/lock" }
    package var refusedFolder: String { path + "/refused" }
    var latestPath: String { path + "/latest.sqlite" }

    package func file(_ name: String) -> String { path + "/" + name }

    package func manifest() throws -> Manifest? {
        let manifest: Manifest
        do {
            guard let bytes = try manifestBytes() else { return nil }
            manifest = try Manifest(json: bytes)
        } catch FileError.cannotRead(let path, let reason) {
            throw FileError.cannotRead(path: path, reason: reason)
        } catch {
            throw PublishingError.unusableFolder(
                path: manifestPath, reason: "is not a manifest of this tool; move it away")
        }
        // Checked first: whose failure any other fault is depends on the feed.
        guard manifest.id == id else {
            throw PublishingError.otherFeed(path: manifestPath, published: manifest.id)
        }
        guard manifest.manifestVersion <= Manifest.newestVersion else {
            throw PublishingError.unusableFolder(
                path: manifestPath, reason: "is from a newer version of gtfs; update gtfs")
        }
        // The files that it names are read, compared, and linked to.
        guard manifest.versions.allSatisfy(\.hasPlainNames) else {
            throw PublishingError.unusableFolder(
                path: manifestPath, reason: "names files outside its folder; check who wrote it")
        }
        return manifest
    }

    func checkFeed() throws {
        do {
            _ = try manifest()
        } catch let error as PublishingError {
            if case .otherFeed = error { throw error }
        } catch {
            // Whatever else is wrong with the manifest is recorded by the run that reads it.
            return
        }
    }

    /// Whether all files of a version exist with the sizes in the manifest. A link is no file: the
    /// server follows none.
    package func isComplete(_ version: Manifest.Version) -> Bool { loss(of: version) == nil }

    func loss(of version: Manifest.Version) -> String? {
        for file in version.files {
            guard let status = knownStatus(self.file(file.name), followingLinks: false),
                status.kind == .file
            else { return "\(file.name) is missing" }
            guard status.size == file.bytes else {
                return "\(file.name) has \(status.size) bytes instead of \(file.bytes)"
            }
        }
        return nil
    }

    func hasBundle(_ version: Manifest.Version) -> Bool {
        guard let digest = digest(version.bundle.name) else { return false }
        return digest.count == version.bundle.bytes && digest.sha256 == version.bundle.sha256
    }

    func digest(_ name: String) -> ByteDigest? {
        try? ByteDigest(file: file(name), followingLinks: false)
    }

    /// Removes artefacts of this feed that belong to no version of the manifests: leftovers of
    /// killed runs, and versions no longer kept. Does nothing without a manifest, which a user may
    /// have moved away.
    package func sweep(keeping manifests: [Manifest]) {
        guard !manifests.isEmpty else { return }
        let kept = Set(manifests.flatMap(\.versions).flatMap(\.names))
        for name in Folder.names(in: path) where isArtefact(name) && !kept.contains(name) {
            Files.remove(file(name))
        }
    }

    /// Removes the temporary files of killed runs; only the holder of the lease may call it. Those of
    /// this process stay: a signal may have it write its status.
    func sweepTemporaryFiles() {
        for folder in [path, stateFolder, refusedFolder] {
            for name in Folder.names(in: folder) where NewFile.isTemporary(name) {
                let file = folder + "/" + name
                if !UnfinishedFiles.shared.contains(file) { Files.remove(file) }
            }
        }
    }

    /// `ID-YYYYMMDD-xxxxxxxx`, perhaps `-2`, then a dot: no other file of the folder is touched.
    func isArtefact(_ name: String) -> Bool {
        guard name.hasPrefix(id + "-"), let dot = name.dropFirst(id.count + 1).firstIndex(of: ".")
        else { return false }
        let version = name[name.index(name.startIndex, offsetBy: id.count + 1)..<dot]
        return VersionName(version) != nil
    }

    func manifestBytes() throws(FileError) -> [UInt8]? {
        try Self.read(manifestPath, atMost: Manifest.sizeLimit)
    }

    /// The largest file that records a state: most have less than a kilobyte.
    private static let mostStateBytes = 16 << 20

    /// The bytes of a file of the folder, which others may write to: no link is followed. Nil when
    /// there is none.
    static func read(
        _ path: String, atMost limit: Int = mostStateBytes
    ) throws(FileError) -> [UInt8]? {
        try WholeFile.read(path, atMost: limit, followingLinks: false)
    }

    /// No link is followed, as in reading. Leftovers of a killed run stay for
    /// ``sweepTemporaryFiles()``, as the files here may belong to another machine.
    static func write(_ bytes: [UInt8], to path: String, with also: [String] = []) throws {
        try WholeFile.write(
            bytes, to: path, .file, replacing: .anything, removingLeftovers: false,
            followingLinks: false, with: also)
    }
}

extension FeedDefinition {
    /// Its own folder to publish in, or the one in a folder of many feeds; nil when it names none.
    package func folder(below folder: String?) -> PublishFolder? {
        let path = folder.map { "\($0)/\(id)" } ?? publishFolder
        return path.map { PublishFolder(existing: $0, id: id) }
    }
}

/// The name of a version: the UTC date of its making, 8 digits of its content hash, and a number if
/// that is taken: `20261121-1f0c9a3b`, `20261121-1f0c9a3b-2`.
struct VersionName: Hashable, CustomStringConvertible {
    let description: String

    init?(_ text: some StringProtocol) {
        description = String(text)
        guard description.wholeMatch(of: #/[0-9]{8}-[0-9a-f]{8}(-[0-9]+)?/#) != nil else {
            return nil
        }
    }

    init(date: ServiceDate, contentHash: String, taken: Set<String>) {
        let digits = contentHash.split(separator: ":").last ?? ""
        let name = "\(date.yyyymmdd)-\(digits.prefix(8))"
        var number = 1
        var free = name
        while taken.contains(free) {
            number += 1
            free = "\(name)-\(number)"
        }
        description = free
    }
}

/// The names given to versions, in `.gtfs/versions.txt`, the latest last.
///
/// A name must never stand for other bytes, or caches would serve the wrong ones. That includes the
/// same content coming back later on the same day, after its first version was dropped from the
/// manifest, and a day that comes again because the clock was set back.
struct VersionLog {
    /// The number of names that are remembered: those of twenty years of nights.
    private static let mostNames = 8000

    private let path: String
    private var names: [String]

    init(_ folder: PublishFolder) throws {
        path = folder.stateFolder + "/versions.txt"
        let text = String(decoding: try PublishFolder.read(path) ?? [], as: UTF8.self)
        names = text.split(separator: "\n").map(String.init)
    }

    mutating func name(
        date: ServiceDate, contentHash: String, besides taken: [String]
    ) throws -> String {
        let name = VersionName(
            date: date, contentHash: contentHash, taken: Set(taken + names)
        ).description
        names = (names + [name]).suffix(Self.mostNames)
        try PublishFolder.write(Array((names.joined(separator: "\n") + "\n").utf8), to: path)
        return name
    }
}
