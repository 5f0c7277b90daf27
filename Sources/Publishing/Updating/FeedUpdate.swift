import BundleWriting
import FeedReading
import FoundationEssentials
import GTFSSchedule

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The nightly job for one feed: fetch if changed, validate, build, guard, publish.
///
/// Whatever goes wrong, and whenever the process is killed, the published version stays as it was
/// and the next run starts afresh.
package struct FeedUpdate {
    /// A server that always says "not modified" is not believed for longer than this.
    private static let longestBelief: TimeInterval = 7 * 86_400

    private let definition: FeedDefinition
    private let options: UpdateOptions
    private let progress: (UpdateProgress) -> Void
    private let folder: PublishFolder

    package init(
        _ definition: FeedDefinition, _ options: UpdateOptions,
        progress: @escaping (UpdateProgress) -> Void
    ) throws {
        self.definition = definition
        self.options = options
        self.progress = progress
        guard let path = options.publishFolder ?? definition.publishFolder else {
            throw PublishingError.noFolder(id: definition.id)
        }
        folder = PublishFolder(existing: path, id: definition.id)
    }

    /// Where it publishes.
    package var publishFolder: PublishFolder { folder }

    /// Runs the update, and writes down how it ended.
    ///
    /// - Parameter peakMemory: the bytes of memory that the process took.
    package func run(peakMemory: @escaping () -> Int) throws -> UpdateResult {
        let start = ContinuousClock.now
        let folder = try PublishFolder(path: folder.path, id: folder.id)
        let lease = try Lease.take(folder, waiting: options.waiting)
        let recorder = StatusRecorder(
            folder: folder, start: start, now: options.now, peakMemory: peakMemory)
        do {
            var result = try update(lease)
            if let failure = result.hookFailure {
                result.hookFailure = "published, but the hook failed: \(failure)"
            }
            try recorder.record(result)
            return result
        } catch {
            recorder.record(error, manifest: try? folder.manifest())
            throw error
        }
    }

    private func update(_ lease: Lease) throws -> UpdateResult {
        let published = try folder.manifest()
        folder.sweep(keeping: published)
        let staging = try StagingFolder(folder)
        var manifest = try promoted(published, lease, staging)
        let wasPromoted = manifest != published
        var state = try UpdateState.load(folder)
        let buildHash = BuildIdentity.hash(definition.build, toolVersion: options.toolVersion)

        func upToDate(_ content: String?) -> Bool {
            guard !options.rebuilds, let content, let manifest else { return false }
            if content == state.rolledBackFrom { return true }
            // What is published for later was made after what is current.
            let newest = manifest.next ?? manifest.current
            return newest.contentHash == content && newest.buildHash == buildHash
                && folder.isComplete(newest) && folder.isComplete(manifest.current)
        }
        func unchanged(_ source: String?) throws -> UpdateResult {
            try state.save(folder)
            let words =
                state.contentHash == state.rolledBackFrom
                ? "unchanged: the feed is still the one that was rolled back"
                : "unchanged: \(manifest?.current.version ?? "")"
            return UpdateResult(
                outcome: wasPromoted ? .promoted : .unchanged,
                message: wasPromoted ? "now current: \(manifest?.current.version ?? "")" : words,
                manifest: manifest, source: source)
        }

        let fetched = try fetch(isKnown: upToDate(state.contentHash), state)
        guard let archive = fetched.archive else {
            return try unchanged(fetched.source)
        }
        progress(.comparing)
        let identity = try ArchiveIdentity(archive)
        let content = identity.isKnown(to: state) ? state.contentHash : nil
        var newState = UpdateState()
        newState.memory = fetched.memory
        newState.fetchedAt = Timestamp.text(options.now())
        newState.archiveHash = identity.archiveHash
        newState.membersHash = identity.membersHash
        newState.rolledBackFrom = state.rolledBackFrom
        newState.contentHash = content
        if upToDate(content) {
            state = newState
            return try unchanged(fetched.source)
        }

        let glanceTime = options.now().timeIntervalSince1970
        let newest = manifest.map { $0.next ?? $0.current }
        let builder = CandidateBuild(
            definition: definition, options: options,
            today: try today(manifest, now: glanceTime))
        let candidate = try builder.run(
            archive, to: staging.file("candidate.sqlite"),
            previous: newest.flatMap { folder.isComplete($0) ? folder.file($0.bundle.name) : nil },
            progress: progress)
        newState.contentHash = candidate.contentHash
        if upToDate(candidate.contentHash) {
            state = newState
            return try unchanged(fetched.source)
        }

        progress(.guarding)
        let glance = try BundleGlance(path: candidate.path, now: glanceTime)
        let old = try manifest.flatMap { manifest in
            folder.isComplete(manifest.current)
                ? try BundleGlance(
                    path: folder.file(manifest.current.bundle.name), now: glanceTime) : nil
        }
        let isForLater = old != nil && (glance.validFrom.map { $0 > glance.today } ?? false)
        let situation = GuardCase(
            candidate: glance, published: old,
            publishedErrors: Set(manifest?.current.notices.errorCodes ?? []),
            notices: candidate.notices, settings: definition.guards,
            maxSize: definition.build.maxSize, isForLater: isForLater)
        let findings = try BundleGuards.findings(situation, overridden: options.overridden)
        guard findings.isEmpty else {
            let kept = try RefusedCandidate.keep(
                candidate, definition.id, in: folder, findings, options)
            throw PublishingError.refused(
                id: definition.id, findings: findings, candidate: kept)
        }

        let publication = Publication(
            folder: folder, definition: definition, options: options, staging: staging,
            lease: lease, source: fetched.source)
        manifest = try publication.publish(
            Publication.Content(
                candidate: candidate, glance: glance, buildHash: buildHash,
                isForLater: isForLater),
            over: manifest, progress: progress)
        newState.rolledBackFrom = nil
        try newState.save(folder)
        RefusedCandidate.forget(in: folder)
        let version = (isForLater ? manifest?.next : manifest?.current)?.version ?? ""
        let result = UpdateResult(
            outcome: isForLater ? .publishedNext : .published,
            message: isForLater
                ? "published \(version) for later, from \(glance.validFrom?.description ?? "") on"
                : "published \(version)",
            manifest: manifest, source: fetched.source)
        return try withHook(result)
    }

    // MARK: Steps

    private struct Fetched {
        /// Nil when the server says that nothing changed.
        let archive: FeedArchive?
        let memory: FetchMemory?
        let source: String
    }

    private func fetch(isKnown: Bool, _ state: UpdateState) throws -> Fetched {
        let age = state.fetchedAt.flatMap(Timestamp.date)
            .map { options.now().timeIntervalSince($0) }
        let isBelieved = isKnown && (age.map { $0 < Self.longestBelief } ?? false)
        var fetch = FeedFetch(definition, environment: options.environment)
        fetch.userAgent = options.userAgent
        fetch.temporaryDirectory = options.temporaryDirectory
        progress(.fetching(definition.sources.first?.shown ?? definition.id))
        switch try fetch.run(remembering: isBelieved ? state.memory : nil) {
        case .notModified(let source):
            return Fetched(archive: nil, memory: state.memory, source: source.shown)
        case .archive(let fetched):
            return Fetched(
                archive: fetched.archive, memory: fetched.memory, source: fetched.source.shown)
        }
    }

    /// The manifest, in which a version that was published for later is current once it has begun,
    /// wherever on Earth the feed is.
    private func promoted(
        _ manifest: Manifest?, _ lease: Lease, _ staging: StagingFolder
    ) throws -> Manifest? {
        guard var manifest, let next = manifest.next,
            let start = next.validFrom.flatMap(Timestamp.day),
            start <= Timestamp.utcDay(options.now().addingTimeInterval(-12 * 3600)),
            folder.isComplete(next)
        else { return manifest }
        manifest.previous.insert(manifest.current, at: 0)
        manifest.previous = Array(manifest.previous.prefix(max(definition.keep - 1, 0)))
        manifest.current = next
        manifest.next = nil
        manifest.generatedAt = Timestamp.text(options.now())
        let publication = Publication(
            folder: folder, definition: definition, options: options, staging: staging,
            lease: lease, source: manifest.source ?? "")
        try publication.install(manifest, files: [])
        return manifest
    }

    /// Today, where the feed is: its zone is known once something is published.
    private func today(_ manifest: Manifest?, now: Double) throws -> ServiceDate {
        if let manifest, folder.isComplete(manifest.current) {
            return try BundleGlance(
                path: folder.file(manifest.current.bundle.name), now: now
            ).today
        }
        return LocalDay.date(at: now, zone: nil)
    }

    private func withHook(_ result: UpdateResult) throws -> UpdateResult {
        guard let hook = definition.hook, let program = hook.first,
            let manifest = result.manifest
        else { return result }
        progress(.running(hook: program))
        var result = result
        result.hookFailure = PublishHook(command: hook, folder: folder, manifest: manifest)
            .run(environment: options.environment)
        return result
    }
}
