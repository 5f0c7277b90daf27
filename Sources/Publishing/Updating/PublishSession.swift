import BundleManifest
import FeedReading
import GTFSSchedule
import SystemLayer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run's hold of a publish folder: the lease, the manifest as it was found, a place to make
/// things, and what has to happen however the run ends.
struct PublishSession {
    let definition: FeedDefinition
    let options: UpdateOptions
    let folder: PublishFolder
    let lease: Lease
    let staging: StagingFolder
    /// As it was at the beginning; nil before the first publish.
    let manifest: Manifest?
    let signingKey: SigningKey?
    private let recorder: StatusRecorder

    /// Takes the folder, and clears away what killed runs left in it.
    init(
        _ definition: FeedDefinition, _ options: UpdateOptions, path: String,
        peakMemory: @escaping () -> Int
    ) throws {
        self.definition = definition
        self.options = options
        let start = ContinuousClock.now
        folder = try PublishFolder(path: path, id: definition.id)
        lease = try Lease.take(folder, waiting: options.waiting)
        recorder = StatusRecorder(
            folder: folder, start: start, now: options.now, peakMemory: peakMemory)
        // The status of a folder that belongs to another feed is not this run's to write.
        manifest = try folder.manifest()
        do {
            signingKey = try definition.signingKey.map { try SigningKey($0, options.environment) }
            folder.sweepTemporaryFiles()
            folder.sweep(keeping: manifest.map { [$0] } ?? [])
            staging = try StagingFolder(folder)
        } catch {
            recorder.record(error, manifest: manifest)
            throw error
        }
    }

    /// Does the work of a run, then runs the hook where one is due, and writes down how it ended.
    func run(_ body: () throws -> UpdateResult) throws -> UpdateResult {
        do {
            var result = try body()
            let status = try recorder.record(result)
            result.expiry = status.expiry(
                at: options.now().timeIntervalSince1970, limit: definition.expiryLimit)
            let hook = PublishHook(definition, folder)
            if let manifest = result.manifest, hook.isPending {
                result.hookFailure = hook.run(manifest, environment: options.environment)
                try recorder.record(result)
            }
            return result
        } catch {
            // A machine that was asleep may have lost the folder to another.
            if let lost = leaseLoss() { throw lost }
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

    /// The manifest in which a version that was published for later is current, once it has begun
    /// wherever on Earth the feed is; nil when none has.
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
        manifest.generatedAt = Timestamp.text(options.now())
        try Publication(session: self, source: old.source ?? "")
            .install(manifest, files: [], over: old)
        return manifest
    }

    /// The manifest with what the definition says of the feed, installed anew where that or the
    /// signature is not what it was.
    func refreshed(_ old: Manifest, source: String) throws -> Manifest {
        var manifest = old
        manifest.describe(definition, source: source)
        let isSigned = try signingKey == nil || ManifestSignature.exists(in: folder)
        guard manifest != old || !isSigned else { return old }
        manifest.generatedAt = Timestamp.text(options.now())
        try Publication(session: self, source: source).install(manifest, files: [], over: old)
        return manifest
    }
}

extension Manifest {
    /// Where a feed comes from, for everybody: of a file on this machine its name only.
    static func published(_ source: String) -> String {
        if case .url = FeedLocation(source).kind { return source }
        return Folder.split(source).name
    }

    /// Takes over what a definition says of the feed.
    mutating func describe(_ definition: FeedDefinition, source: String) {
        licence = definition.licence
        licenceURL = definition.licenceURL
        attribution = definition.attribution
        homepage = definition.homepage
        self.source = Self.published(source)
    }
}
