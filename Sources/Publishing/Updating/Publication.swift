import BundleDelta
import BundleDiffing
import BundleManifest
import FeedExporting
import FeedReading
import FeedValidation
import Foundation
import GTFSSchedule
import SystemLayer

/// Everything is made in the staging folder, then renamed to names that were never used before, and
/// then named in a new manifest. At every moment all files of the versions in the manifest exist.
struct Publication {
    let session: PublishSession
    let source: String

    private var folder: PublishFolder { session.folder }
    private var definition: FeedDefinition { session.definition }
    private var options: UpdateOptions { session.options }
    private var staging: StagingFolder { session.staging }

    struct Content {
        let candidate: CandidateBuild.Candidate
        let summary: BundleSummary
        let archive: FeedArchive
        let fetchedAt: String
        let archiveHash: String?
        let buildHash: String
        let isForLater: Bool
    }

    func publish(
        _ content: Content, over old: Manifest?, progress: (UpdateProgress) -> Void
    ) throws -> Manifest {
        let now = options.now()
        let today = Timestamp.utcDay(now)
        var log = try VersionLog(folder)
        let name = try log.name(
            date: today, contentHash: content.candidate.contentHash,
            besides: old?.versions.map(\.version) ?? [])
        progress(.packing)
        let version = try make(content, name: name, replacing: old, at: now)
        progress(.publishing(name))
        return try install(
            manifest(version, over: old, content), files: version.names, over: old)
    }

    /// Writes a manifest whose files are in place or in the staging folder, with the time, its
    /// expiry and a counter, and returns it as written. Earlier versions that have lost files are no
    /// longer in it.
    ///
    /// Every manifest is published here, whatever the command, so that none names a file that is not
    /// there.
    ///
    /// - Parameter old: the manifest that it replaces. Its files stay until the next run, because
    ///   a reader may just have read it.
    /// - Throws: `PublishingError.damaged` when the current or the next version lacks a file.
    @discardableResult
    func install(
        _ content: Manifest, files: [String], over old: Manifest?
    ) throws -> Manifest {
        // A machine that slept may have lost the folder to another one.
        try session.lease.check()
        let before = try folder.manifestBytes() ?? []
        var moved: [String] = []
        let manifest: Manifest
        let bytes: [UInt8]
        do {
            for name in files {
                let target = folder.file(name)
                try PublishingError.writing(
                    target,
                    try UnfinishedFiles.shared.begin(target) { () throws(SystemError) in
                        try Files.rename(staging.file(name), to: target)
                    })
                moved.append(target)
            }
            manifest = try stamped(whole(content), over: old)
            bytes = try manifest.json
            if let key = session.signingKey {
                let path = folder.file(ManifestSignature.name(of: bytes))
                try PublishFolder.write(Array(key.signature(of: bytes)), to: path)
            }
            try Folder.synchronize(folder.path)
            try PublishHook(definition, folder).announce()
            try session.lease.check()
            try PublishFolder.write(bytes, to: folder.manifestPath, with: moved)
        } catch {
            moved.forEach(UnfinishedFiles.shared.discard)
            throw error
        }
        link(manifest.current.bundle.name)
        try session.lease.check()
        folder.sweep(keeping: [manifest] + [old].compactMap { $0 })
        if session.signingKey != nil {
            ManifestSignature.sweep(folder, keeping: [before, bytes])
        }
        return manifest
    }

    private func whole(_ content: Manifest) throws -> Manifest {
        var manifest = content
        for version in [content.current] + [content.next].compactMap({ $0 }) {
            if let loss = folder.loss(of: version) {
                throw PublishingError.damaged(
                    folder: folder.path, version: version.version, loss: loss)
            }
        }
        for version in content.previous where !folder.isComplete(version) {
            manifest.drop(version)
        }
        return manifest
    }

    private func stamped(_ content: Manifest, over old: Manifest?) throws -> Manifest {
        let now = options.now()
        var manifest = content
        manifest.generatedAt = Timestamp.text(now)
        manifest.expires =
            definition.manifestDays == 0
            ? nil : Timestamp.text(now.addingTimeInterval(Double(definition.manifestDays) * 86_400))
        manifest.counter = try ManifestCounter(folder).next(after: old, now: now)
        return manifest
    }

    // MARK: Making

    private func make(
        _ content: Content, name: String, replacing old: Manifest?, at now: Date
    ) throws -> Manifest.Version {
        let stem = "\(definition.id)-\(name)"
        let candidate = content.candidate
        let bundle = staging.file("\(stem).sqlite")
        try PublishingError.writing(bundle, try Files.rename(candidate.path, to: bundle))
        try packing { try GzipFile.compress(bundle, to: staging.file("\(stem).sqlite.gz")) }
        var context = ReportContext(
            validatorVersion: options.userAgent, validatedAt: Timestamp.text(now))
        context.reportName = "\(stem).report.json"
        context.htmlName = "\(stem).report.html"
        try write(candidate.report.json(context), context.reportName)
        try write(candidate.report.html(context), context.htmlName)
        let summary = content.summary
        var version = Manifest.Version(
            version: name, publishedAt: Timestamp.text(now),
            contentHash: candidate.contentHash, archiveHash: content.archiveHash,
            line: summary.line, buildHash: content.buildHash,
            toolVersion: summary.toolVersion, schemaVersion: summary.schemaVersion,
            validFrom: summary.validFrom.map { "\($0.yyyymmdd)" },
            validUntil: summary.validUntil.map { "\($0.yyyymmdd)" },
            counts: Manifest.Counts(
                stops: summary.stops, routes: summary.routes, trips: summary.trips),
            notices: candidate.notices, bundle: try describe("\(stem).sqlite"),
            gzip: try describe("\(stem).sqlite.gz"), report: try describe(context.reportName),
            reportPage: try describe(context.htmlName))
        if let published = old.map(\.current), folder.hasBundle(published) {
            let changes = try BundleDiff(
                old: folder.file(published.bundle.name), new: bundle)
            try write(changes.json(), "\(stem).diff.json")
            try write(changes.html, "\(stem).diff.html")
            version.diff = try describe("\(stem).diff.json")
            version.diffPage = try describe("\(stem).diff.html")
        }
        version.feed = try feed(content, bundle: bundle, name: "\(stem).gtfs.zip")
        version.deltas = try deltas(to: version, bundle: bundle, stem: stem, from: old)
        return version
    }

    private func feed(
        _ content: Content, bundle: String, name: String
    ) throws -> Manifest.Feed? {
        guard let form = definition.publishedFeed else { return nil }
        let path = staging.file(name)
        switch form {
        case .source: try content.archive.copy(to: path)
        case .export: _ = try FeedExport(bundle: bundle).run(to: path)
        }
        let file = try describe(name)
        guard form == .export || file.sha256 == content.archiveHash else {
            throw FeedError.inputUnreadable(source: source, reason: "has changed during the run")
        }
        return Manifest.Feed(file, form: form.rawValue, fetchedAt: content.fetchedAt)
    }

    /// Deltas from the latest versions; those that save less than half of the download are left
    /// out.
    private func deltas(
        to version: Manifest.Version, bundle: String, stem: String, from old: Manifest?
    ) throws -> [Manifest.Delta] {
        let bases = old.map { [$0.current] + [$0.next].compactMap { $0 } + $0.previous } ?? []
        var deltas: [Manifest.Delta] = []
        for base in bases.prefix(definition.deltas) where folder.hasBundle(base) {
            let name = "\(stem).from-\(base.version).delta"
            try packing {
                try BundleDelta.make(
                    from: folder.file(base.bundle.name), to: bundle, at: staging.file(name))
            }
            let file = try describe(name)
            guard file.bytes * 2 <= version.gzip.bytes else {
                Files.remove(staging.file(name))
                continue
            }
            deltas.append(
                Manifest.Delta(
                    from: base.version, name: name, bytes: file.bytes, sha256: file.sha256))
        }
        return deltas
    }

    /// A failure to compress means that a file cannot be written.
    private func packing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as BundleDeltaError {
            guard case .cannotWrite(let path, let reason) = error else {
                throw PublishingError.unusableFolder(
                    path: folder.path, reason: error.description)
            }
            throw PublishingError.cannotWrite(path: path, reason: reason)
        }
    }

    private func write(_ text: String, _ name: String) throws {
        try PublishFolder.write(Array(text.utf8), to: staging.file(name))
    }

    private func describe(_ name: String) throws -> Manifest.File {
        let digest = try ByteDigest(file: staging.file(name))
        return Manifest.File(name: name, bytes: digest.count, sha256: digest.sha256)
    }

    // MARK: The manifest

    private func manifest(
        _ version: Manifest.Version, over old: Manifest?, _ content: Content
    ) -> Manifest {
        var manifest = old ?? Manifest(id: definition.id, generatedAt: "", current: version)
        manifest.manifestVersion = Manifest.newestVersion
        manifest.describe(definition, source: source)
        manifest.withdrawn?.removeAll { $0 == version.contentHash }
        guard let old else { return manifest }
        if content.isForLater {
            manifest.next = version
        } else {
            // A version published in advance gives way to a newer one that is valid now.
            manifest.next = nil
            manifest.previous.insert(old.current, at: 0)
            manifest.current = version
        }
        // Versions that have lost files take no place; the new version knows their keys, or has
        // others.
        let whole = manifest.previous.filter(folder.isComplete)
        manifest.previous = Array(whole.prefix(max(definition.keep - 1, 0)))
        manifest.end(manifest.versions.map(\.line).filter { $0 != version.line })
        return manifest
    }

    /// The link for people; servers without links do not need it. A file of that name is not ours.
    private func link(_ name: String) {
        let present = knownStatus(folder.latestPath, followingLinks: false)
        guard present == nil || present?.kind == .link else { return }
        let temporary = staging.file("latest")
        do throws(SystemError) {
            try Files.makeLink(temporary, to: name)
            try Files.rename(temporary, to: folder.latestPath)
        } catch {
            return
        }
    }
}

/// The counter of the last manifest, in `.gtfs/counter.txt`.
///
/// Clients reject a manifest with a smaller counter than they have seen, so it must grow even if
/// the folder is lost. The first counter is the current second since 1970, so a folder that is made
/// again continues above what clients know.
struct ManifestCounter {
    /// Above this, not every JSON reader can tell a number from the next.
    private static let largest = 1 << 53

    private let folder: PublishFolder
    private var path: String { folder.stateFolder + "/counter.txt" }

    init(_ folder: PublishFolder) {
        self.folder = folder
    }

    func next(after old: Manifest?, now: Date) throws -> Int {
        let text = String(decoding: try PublishFolder.read(path) ?? [], as: UTF8.self)
        let kept = text.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
        let last = [old.map(\.counter), kept].compactMap { $0 }.max()
        guard last ?? 0 < Self.largest else {
            throw PublishingError.unusableFolder(
                path: folder.manifestPath,
                reason: "has a counter that cannot grow; remove it from there and from \(path)")
        }
        let counter = last.map { $0 + 1 } ?? max(1, Int(now.timeIntervalSince1970))
        try PublishFolder.write(Array("\(counter)\n".utf8), to: path)
        return counter
    }
}
