import BundleDiffing
package import BundleManifest
import BundleWriting
package import FeedReading
import FeedValidation
public import Foundation
import GTFSSchedule
import SystemLayer

package struct UpdateOptions: Sendable {
    package var publishFolder: String?
    package var overridden: Set<GuardName> = []
    package var rebuilds = false
    /// Keys whose manifests are accepted besides those of the definition's `signing_key`, and are
    /// signed again with that.
    package var acceptedKeys: [VerifyingKey] = []
    package var waiting = 0
    package var environment: [String: String] = [:]
    package var temporaryDirectory = "/tmp"
    /// Whether downloads may be redirected to private addresses, whatever the definition says.
    package var allowsPrivateRedirects = false
    package var toolVersion = "0"
    package var userAgent = "swift-gtfs"
    package var now: @Sendable () -> Date = { Date() }
    package var cancellation = Cancellation()

    package init() {}

    func folder(of definition: FeedDefinition) throws(PublishingError) -> PublishFolder {
        guard let path = publishFolder ?? definition.publishFolder else {
            throw .noFolder(id: definition.id)
        }
        return PublishFolder(existing: path, id: definition.id)
    }
}

/// The nightly job for one feed: fetch if changed, validate, build, guard, publish.
///
/// On any failure, and whenever the process is killed, the published version stays as it was and
/// the next run starts afresh.
///
/// ```swift
/// let definition = try FeedDefinition.load(file)
/// let result = try await FeedUpdate(definition).run()
/// ```
public struct FeedUpdate {
    /// A server that always says "not modified" is not believed longer than this.
    private static let longestBelief: TimeInterval = 7 * 86_400

    private let definition: FeedDefinition
    private let options: UpdateOptions
    private let progress: (UpdateProgress) -> Void
    private let folder: PublishFolder
    private let given: FeedArchive?

    /// Creates an update with the settings that `gtfs update` has without options.
    ///
    /// - Parameters:
    ///   - publishFolder: nil for the one that the definition names.
    ///   - overridden: the guards that do not count this time.
    ///   - environment: the variables for the definition and for its hooks.
    public init(
        _ definition: FeedDefinition, publishFolder: String? = nil,
        overridden: Set<GuardName> = [],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        var options = UpdateOptions()
        options.publishFolder = publishFolder
        options.overridden = overridden
        options.environment = environment
        options.temporaryDirectory = ArchiveOptions.systemTemporaryDirectory
        options.toolVersion = ToolVersion.text
        options.userAgent = "swift-gtfs/\(ToolVersion.text)"
        try self.init(definition, options) { _ in }
    }

    package init(
        _ definition: FeedDefinition, _ options: UpdateOptions, archive: FeedArchive? = nil,
        progress: @escaping (UpdateProgress) -> Void
    ) throws {
        self.definition = definition
        self.options = options
        self.progress = progress
        given = archive
        folder = try options.folder(of: definition)
    }

    /// Runs the update without keeping a thread of Swift's tasks busy.
    ///
    /// It ends soon after its task is canceled, with a `CancellationError`; what was published
    /// stays.
    ///
    /// - Parameter progress: called on the thread of the update.
    public func run(
        progress: @escaping @Sendable (UpdateProgress) -> Void = { _ in }
    ) async throws -> UpdateResult {
        try await WorkerThread.run { [definition, options, given] cancellation in
            var options = options
            options.cancellation = cancellation
            return try FeedUpdate(definition, options, archive: given, progress: progress).run()
        }
    }

    /// Runs the update, and waits for it.
    ///
    /// Throws a ``PublishingError`` when guards refuse the new version or the folder cannot be
    /// used, a ``DefinitionError`` for values that only the environment has, and what fetching and
    /// building throw. The folder's status records every end, also a cancellation, after which the
    /// failure hook does not run.
    public func run() throws -> UpdateResult {
        let hook = FailureHook(definition, folder)
        do {
            let session = try PublishSession(definition, options, path: folder.path)
            var result = try session.run {
                try options.cancellation.checking { try update(session) }
            }
            result.bundlePath = result.manifest.map { folder.file($0.current.bundle.name) }
            if let failure = result.hookFailure {
                report(
                    hook.run(
                        exitCode: 70, message: "\(result.message), but the hook failed: \(failure)",
                        options.environment))
            }
            return result
        } catch {
            if !(error is CancellationError) {
                report(hook.run(error, environment: options.environment))
            }
            throw error
        }
    }

    /// Reports why the status could not be written; the original failure stays the one that counts.
    private func report(_ failure: String?) {
        if let failure { progress(.warning(failure)) }
    }

    private func update(_ session: PublishSession) throws -> UpdateResult {
        let manifest = try session.promoted(session.manifest) ?? session.manifest
        let wasPromoted = manifest != session.manifest
        let state = try UpdateState.load(folder)
        // Determined once, so that a run around midnight has one day, in the feed's zone if that is
        // known.
        let today = LocalDay.date(
            at: options.now().timeIntervalSince1970, zone: LocalDay.zone(of: manifest, in: folder))
        var definition = definition
        definition.build = try definition.build.resolved(on: today, file: definition.file)
        let buildHash = BuildIdentity.hash(definition, toolVersion: options.toolVersion)
        let isKnown = isUpToDate(state.contentHash, in: manifest, buildHash: buildHash)

        let fetched = try fetch(isKnown: isKnown, state)
        func unchanged(_ state: UpdateState) throws -> UpdateResult {
            try self.unchanged(
                session, manifest: manifest, state: state, source: fetched.source,
                wasPromoted: wasPromoted)
        }
        guard let archive = fetched.archive else { return try unchanged(state) }
        progress(.comparing)
        let fetchedAt = Timestamp.text(options.now())
        let identity = try ArchiveIdentity(archive)
        var newState = UpdateState()
        newState.memory = fetched.memory
        newState.fetchedAt = fetchedAt
        newState.archiveHash = identity.archiveHash
        newState.membersHash = identity.membersHash
        newState.contentHash = identity.isKnown(to: state) ? state.contentHash : nil
        if isUpToDate(newState.contentHash, in: manifest, buildHash: buildHash) {
            return try unchanged(newState)
        }

        if definition.publishedFeed == .source, try !archive.isZip() {
            throw PublishingError.notAZip(source: fetched.source)
        }
        let published = try manifest.map {
            try PublishedFacts($0, folder, now: options.now().timeIntervalSince1970)
        }
        let candidate = try CandidateBuild(
            definition: definition, options: options, today: today
        ).run(
            archive, to: session.staging.file("candidate.sqlite"),
            previous: published?.keysBundle, progress: progress)
        newState.contentHash = candidate.contentHash
        if try isUpToDate(candidate.contentHash, in: manifest, buildHash: buildHash)
            || isPublished(candidate, in: manifest, buildHash: buildHash)
        {
            return try unchanged(newState)
        }

        progress(.guarding)
        let summary = try BundleSummary(
            path: candidate.path, now: options.now().timeIntervalSince1970,
            servedFrom: candidate.servedFrom)
        let isForLater =
            published?.bundle != nil && (summary.validFrom.map { $0 > summary.today } ?? false)
        var situation = GuardCase(
            build: candidate, candidate: summary, published: published,
            settings: definition.guards, maxSize: definition.build.maxSize,
            isForLater: isForLater)
        if let realtime = definition.guards.realtime, !isForLater,
            !options.overridden.contains(.realtime)
        {
            let measured = try RealtimeFit.measure(
                realtime, candidate: candidate.path, published: published?.bundle?.path,
                now: Int(options.now().timeIntervalSince1970), environment: options.environment)
            switch measured {
            case .fit(let fit): situation.realtime = fit
            case .warning(let words): progress(.warning(words))
            }
        }
        let findings = try situation.findings(besides: options.overridden)
        guard findings.isEmpty else {
            let kept = RefusedCandidate.keep(
                candidate, id: definition.id, in: folder, findings: findings, options: options)
            throw PublishingError.refused(
                id: definition.id, findings: findings, candidate: kept,
                isFirst: manifest == nil)
        }
        if !options.overridden.contains(.minDaysValid),
            let words = situation.overruledDays
        {
            progress(.warning(words))
        }

        let publication = Publication(session: session, source: fetched.source)
        let new = try publication.publish(
            Publication.Content(
                candidate: candidate, summary: summary, archive: archive,
                fetchedAt: fetchedAt, archiveHash: identity.archiveHash, buildHash: buildHash,
                isForLater: isForLater),
            over: manifest, progress: progress)
        try newState.save(folder)
        RefusedCandidate.forget(in: folder)
        let version = (isForLater ? new.next : new.current)?.version ?? ""
        let beginsLine = manifest?.versions.contains { $0.line == summary.line } == false
        return UpdateResult(
            outcome: isForLater ? .publishedNext : .published,
            message: (isForLater
                ? "published \(version) for later, from \(summary.validFrom?.description ?? "") on"
                : "published \(version)")
                + (beginsLine && published?.keysBundle == nil
                    ? ", with new stop and route keys (sid, rid): no earlier bundle says which were in use"
                    : ""),
            manifest: new, source: fetched.source)
    }

    // MARK: Steps

    private func isUpToDate(
        _ content: String?, in manifest: Manifest?, buildHash: String
    ) -> Bool {
        guard !options.rebuilds, let content, let manifest else { return false }
        if manifest.withdrawn?.contains(content) == true { return true }
        // A version published in advance is newer than the current one.
        let newest = manifest.next ?? manifest.current
        return newest.contentHash == content && newest.buildHash == buildHash
            && folder.isComplete(newest) && folder.isComplete(manifest.current)
    }

    /// Whether a bundle that was built although nothing had changed has the content of the
    /// published one, with all files of that version in place: there is nothing to publish. Their
    /// bytes differ, because a bundle names the one that it was built upon.
    private func isPublished(
        _ candidate: CandidateBuild.Candidate, in manifest: Manifest?, buildHash: String
    ) throws -> Bool {
        guard let manifest else { return false }
        let newest = manifest.next ?? manifest.current
        guard newest.contentHash == candidate.contentHash, newest.buildHash == buildHash,
            newest.notices == candidate.notices,
            PublicationCheck.problems(folder, of: [newest, manifest.current]).isEmpty
        else { return false }
        return try BundleDiff(old: folder.file(newest.bundle.name), new: candidate.path).isEmpty
    }

    private func unchanged(
        _ session: PublishSession, manifest: Manifest?, state: UpdateState, source: String,
        wasPromoted: Bool
    ) throws -> UpdateResult {
        let manifest = try manifest.map { try session.refreshed($0, source: source) }
        try state.save(folder)
        RefusedCandidate.forget(in: folder)
        let version = manifest?.current.version ?? ""
        let isHeldBack =
            state.contentHash.map { manifest?.withdrawn?.contains($0) == true } ?? false
        var result = UpdateResult(
            outcome: wasPromoted ? .promoted : .unchanged,
            message: wasPromoted
                ? "now current: \(version)"
                : "unchanged: " + (isHeldBack ? "still the feed that was rolled back; " : "")
                    + (options.rebuilds ? "built again with the same content; " : "") + version,
            manifest: manifest, source: source)
        result.isHeldBack = isHeldBack
        return result
    }

    private func fetch(isKnown: Bool, _ state: UpdateState) throws -> FetchedFeed {
        if let given {
            return FetchedFeed(archive: given, memory: nil, source: given.sourceDescription)
        }
        let age = state.fetchedAt.flatMap(Timestamp.date)
            .map { options.now().timeIntervalSince($0) }
        // A clock that was once in the future must not be trusted until then.
        let isBelieved = isKnown && (age.map { 0..<Self.longestBelief ~= $0 } ?? false)
        progress(.fetching(definition.sources.first?.shown ?? definition.id))
        return try FeedFetch(definition, options).run(
            remembering: isBelieved ? state.memory : nil)
    }
}

/// What an update has done.
public struct UpdateResult: Sendable {
    /// The end of the update.
    public let outcome: UpdateStatus.Outcome
    /// One line for a log, such as `published 20261124-d4cf3e80`.
    public let message: String
    package let manifest: Manifest?
    package let source: String?
    /// The reason why the definition's `hook` failed after the update; nil when it did not.
    public package(set) var hookFailure: String?
    /// The bundle that is current now; nil when nothing is published.
    public package(set) var bundlePath: String?
    package var expiry: Expiry?
    package var mostRuns: Int?
    package var isHeldBack = false
}

/// A step of an update.
public enum UpdateProgress: Sendable {
    /// A source is asked for the feed.
    case fetching(String)
    /// The feed is compared with the one that is published.
    case comparing
    /// So many bytes of the feed have been read.
    case building(file: String, bytes: Int)
    /// The bundle is being completed.
    case finishing
    /// The guards look at the bundle.
    case guarding
    /// Downloads and deltas are made.
    case packing
    /// The version becomes the current one.
    case publishing(String)
    /// A hook runs.
    case running(hook: String)
    /// Something that people should know, which does not stop the update.
    case warning(String)
}

enum RefusedCandidate {
    /// Keeps it in place of an earlier one, if possible: the refusal is what matters. Returns where
    /// it is, or why it could not be kept.
    static func keep(
        _ candidate: CandidateBuild.Candidate, id: String, in folder: PublishFolder,
        findings: [GuardFinding], options: UpdateOptions
    ) -> String {
        do {
            return "is kept at "
                + (try move(candidate, id: id, to: folder, findings: findings, options: options))
        } catch {
            return "could not be kept: \(error)"
        }
    }

    private static func move(
        _ candidate: CandidateBuild.Candidate, id: String, to folder: PublishFolder,
        findings: [GuardFinding], options: UpdateOptions
    ) throws -> String {
        try Folder.make(folder.refusedFolder)
        guard isFolder(folder.refusedFolder) else {
            throw PublishingError.cannotWrite(
                path: folder.refusedFolder, reason: "it is a link, not a folder")
        }
        let now = options.now()
        let stem = "\(folder.refusedFolder)/\(name(id))"
        let bundle = stem + ".sqlite"
        var context = ReportContext(
            validatorVersion: options.userAgent, validatedAt: Timestamp.text(now))
        context.reportName = "\(name(id)).report.json"
        context.htmlName = "\(name(id)).report.html"
        try PublishingError.writing(bundle, try Files.rename(candidate.path, to: bundle))
        try write(candidate.report.json(context), "\(stem).report.json")
        try write(candidate.report.html(context), "\(stem).report.html")
        let reasons = findings.map { "\($0.name): \($0.reason)" }
        try write(
            ([Timestamp.text(now)] + reasons).joined(separator: "\n") + "\n", "\(stem).txt")
        return bundle
    }

    /// Removes it: a newer version was published. Files of others beside it stay, and the folder
    /// with them.
    static func forget(in folder: PublishFolder) {
        let path = folder.refusedFolder
        guard isFolder(path) else { return }
        for name in Folder.names(in: path) where name.hasPrefix(self.name(folder.id) + ".") {
            Files.remove(path + "/" + name)
        }
        Folder.removeEmpty(path)
    }

    private static func name(_ id: String) -> String { id + "-refused" }

    /// A link to a folder does not count: it could lead out of the publish folder.
    private static func isFolder(_ path: String) -> Bool {
        knownStatus(path, followingLinks: false)?.kind == .folder
    }

    private static func write(_ text: String, _ path: String) throws {
        try PublishFolder.write(Array(text.utf8), to: path)
    }
}
