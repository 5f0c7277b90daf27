import BundleManifest
import FeedReading
import Foundation
import GTFSSchedule
import SystemLayer

/// What must happen at the end is done however the run ends.
struct PublishSession {
    let definition: FeedDefinition
    let options: UpdateOptions
    let folder: PublishFolder
    let lease: Lease
    let staging: StagingFolder
    let manifest: Manifest?
    let signingKey: SigningKey?
    private let recorder: StatusRecorder

    /// The age in seconds at which a manifest is renewed: less than the time between two nightly
    /// runs.
    private static let renewalAge: TimeInterval = 12 * 3600
    private static let abandonedAge = 6 * 3600

    init(_ definition: FeedDefinition, _ options: UpdateOptions, path: String) throws {
        self.definition = definition
        self.options = options
        let start = ContinuousClock.now
        folder = try PublishFolder(path: path, id: definition.id)
        // Before the lease: this run must not leave any mark in a folder of another feed.
        try folder.checkFeed()
        lease = try Lease.take(folder, waiting: options.waiting)
        recorder = StatusRecorder(folder: folder, start: start, now: options.now)
        var found: Manifest?
        do {
            found = try folder.manifest()
            manifest = found
            signingKey = try definition.signingKey.map { try SigningKey($0, options.environment) }
            if let signingKey, manifest != nil {
                try Self.checkSignature(folder, [signingKey.open] + options.acceptedKeys)
            }
            folder.sweepTemporaryFiles()
            folder.sweep(keeping: manifest.map { [$0] } ?? [])
            staging = try PublishingError.writing(
                folder.stateFolder,
                try StagingFolder(
                    in: folder.stateFolder, prefix: "staging-", abandoned: Self.abandonedAge))
        } catch {
            // This run must not write the status of a folder that belongs to another feed.
            if case .otherFeed? = error as? PublishingError { throw error }
            recorder.record(error, manifest: found)
            throw error
        }
    }

    /// Signing must not approve a manifest that another program has changed. A folder without any
    /// signature is accepted: it was published before there was a key.
    private static func checkSignature(_ folder: PublishFolder, _ keys: [VerifyingKey]) throws {
        guard ManifestSignature.isThere(in: folder),
            let problem = try ManifestSignature.problem(folder, keys)
        else { return }
        let advice =
            problem == .otherKey
            ? "check who published it. After a change of keys, name the old public key with "
                + "--public-key"
            : "check who wrote it. To sign it as it is, remove the files manifest-*.sig beside it"
        throw PublishingError.unusableFolder(
            path: folder.manifestPath, reason: "\(problem.rawValue); \(advice)")
    }

    private func isSigned() throws -> Bool {
        try signingKey.map { try ManifestSignature.problem(folder, [$0.open]) == nil } ?? true
    }

    func run(_ body: () throws -> UpdateResult) throws -> UpdateResult {
        do {
            var result = try body()
            let status = try recorder.record(result)
            result.expiry = status.expiry(
                at: options.now().timeIntervalSince1970, limit: definition.expiryLimit)
            result.mostRuns = result.manifest.flatMap { folder.mostRuns($0.current) }
            let hook = PublishHook(definition, folder)
            if let manifest = result.manifest, hook.isPending {
                result.hookFailure = hook.run(manifest, environment: options.environment)
                try recorder.record(result)
            }
            return result
        } catch {
            // A machine that slept may have lost the folder to another one.
            if let lost = leaseLoss() { throw lost }
            renewAfterFailure()
            recorder.record(error, manifest: (try? folder.manifest()) ?? manifest)
            throw error
        }
    }

    private func leaseLoss() -> (any Error)? {
        do {
            try lease.check()
            return nil
        } catch {
            return error
        }
    }

    /// The manifest in which a version published in advance is current, once its first day has
    /// begun everywhere on Earth; nil when none has.
    func promoted(_ old: Manifest?) throws -> Manifest? {
        guard let old, let next = old.next, let start = next.validFrom.flatMap(Timestamp.day),
            start <= Timestamp.utcDay(options.now().addingTimeInterval(-12 * 3600)),
            folder.isComplete(next)
        else { return nil }
        var manifest = old
        manifest.previous.insert(old.current, at: 0)
        manifest.previous = Array(manifest.previous.prefix(max(definition.keep - 1, 0)))
        manifest.current = next
        manifest.next = nil
        return try Publication(session: self, source: old.source ?? "")
            .install(manifest, files: [], over: old)
    }

    /// The manifest with the definition's information about the feed; installed again when that or
    /// the signature has changed, when a version has lost files, and once a night, so that it does
    /// not expire.
    func refreshed(_ old: Manifest, source: String) throws -> Manifest {
        var manifest = old
        manifest.describe(definition, source: source)
        guard
            try manifest != old || !isSigned() || isDue(old)
                || !old.versions.allSatisfy(folder.isComplete)
        else { return old }
        return try Publication(session: self, source: source)
            .install(manifest, files: [], over: old)
    }

    /// True once a night, however often runs come.
    private func isDue(_ manifest: Manifest) -> Bool {
        guard let written = manifest.writtenAt,
            (manifest.expires == nil) == (definition.manifestDays == 0)
        else { return true }
        return !(0..<Self.renewalAge ~= options.now().timeIntervalSince(written))
    }

    /// Renews the manifest after a failed run, which tells clients that nothing newer is published.
    /// The original failure counts, whatever happens here.
    private func renewAfterFailure() {
        do {
            guard let old = try folder.manifest(), try isDue(old) || !isSigned() else { return }
            let manifest = try Publication(session: self, source: old.source ?? "")
                .install(old, files: [], over: old)
            let hook = PublishHook(definition, folder)
            // A hook that fails is due again at the next run, which reports it.
            if hook.isPending { _ = hook.run(manifest, environment: options.environment) }
        } catch {
            return
        }
    }
}

extension Manifest {
    /// For a file on this machine, only its name.
    static func published(_ source: String) -> String {
        FeedLocation(source).isURL ? source : Folder.split(source).name
    }

    mutating func describe(_ definition: FeedDefinition, source: String) {
        licence = definition.licence
        licenceURL = definition.licenceURL
        attribution = definition.attribution
        homepage = definition.homepage
        self.source = Self.published(source)
    }
}
