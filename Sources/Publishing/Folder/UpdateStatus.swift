import BundleManifest
import FeedReading
import Foundation
import GTFSSchedule
import SystemLayer

/// In `.gtfs/status.json`: for `gtfs status`, monitoring, and people.
public struct UpdateStatus: Codable, Hashable, Sendable {
    /// The end of an update.
    public enum Outcome: String, Codable, Sendable {
        /// A new version is current.
        case published
        /// Published in advance: the old version stays current until the new one begins.
        case publishedNext = "published_next"
        /// The feed has not changed.
        case unchanged
        /// A version that was published in advance is current now.
        case promoted
        /// An earlier version is current again.
        case rolledBack = "rolled_back"
        /// Guards refused the new version.
        case refused
        /// The update failed.
        case failed
        /// The update was stopped.
        case interrupted
    }

    package var id: String
    package var outcome = Outcome.failed
    package var exitCode: Int32 = 0
    package var message = ""
    package var checkedAt: String
    var beganAt: String
    package var seconds = 0.0
    package var peakMemoryBytes = 0
    package var host = Lease.host
    package var source: String?
    package var version: String?
    package var publishedAt: String?
    package var validUntil: String?
    /// The last day covered, including the version that waits for its first day.
    package var coveredUntil: String?
    /// UTC when nil.
    var timeZone: String?
    package var nextVersion: String?
    package var bundleBytes: Int?
    /// The zip of the feed beside the bundle; nil when none is published.
    package var feedFile: String?
    package var feedBytes: Int?
    /// RFC 3339; nil for no limit.
    package var manifestExpires: String?
    package var errors: Int?
    package var isHeldBack = false
    package var refusals: [GuardFinding] = []
    package var failingSince: String?

    /// In the file in snake case.
    private enum CodingKeys: String, CodingKey {
        case id, outcome, exitCode, message, checkedAt, beganAt, seconds, peakMemoryBytes, host
        case source, version, publishedAt, validUntil, coveredUntil, timeZone, nextVersion
        case bundleBytes, feedFile, feedBytes, manifestExpires, errors, refusals, failingSince
        case isHeldBack = "heldBack"
    }

    fileprivate init(id: String, checkedAt: String) {
        self.id = id
        self.checkedAt = checkedAt
        beganAt = checkedAt
    }

    mutating func describe(_ manifest: Manifest?, in folder: PublishFolder) {
        guard let manifest else { return }
        coveredUntil = manifest.coveredUntil.map { "\($0.yyyymmdd)" }
        timeZone = LocalDay.zone(of: manifest, in: folder)
        version = manifest.current.version
        publishedAt = manifest.current.publishedAt
        validUntil = manifest.current.validUntil
        nextVersion = manifest.next?.version
        manifestExpires = manifest.expires
        bundleBytes = manifest.current.bundle.bytes
        feedFile = manifest.current.feed?.name
        feedBytes = manifest.current.feed?.bytes
        errors = manifest.current.notices.errors
    }

    package static func load(_ folder: PublishFolder) -> UpdateStatus? {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let bytes = try? PublishFolder.read(folder.statusPath),
            let status = try? decoder.decode(UpdateStatus.self, from: Data(bytes)),
            status.id == folder.id
        else { return nil }
        return status
    }

    /// What is published stays as the last recorded status says.
    package static func failed(
        id: String, exitCode: Int32, message: String, over last: UpdateStatus?
    ) -> UpdateStatus {
        let now = Timestamp.now
        var status = last ?? UpdateStatus(id: id, checkedAt: now)
        status.outcome = .failed
        status.exitCode = exitCode
        status.message = message
        status.checkedAt = now
        status.refusals = []
        status.failingSince = status.failingSince ?? now
        return status
    }

    static func recordInterruption(by signal: Int32, in folder: PublishFolder) {
        guard let began = RunMark(folder).openSince else { return }
        var status = failed(
            id: folder.id, exitCode: EndingSignals.exitCode(for: signal),
            message: "interrupted by \(EndingSignals.name(of: signal))", over: load(folder))
        status.outcome = .interrupted
        status.beganAt = Timestamp.text(began)
        status.seconds = max(Date().timeIntervalSince(began).rounded(.down), 0)
        status.peakMemoryBytes = ThisProcess.peakMemoryBytes
        do {
            status.describe(try folder.manifest(), in: folder)
            try status.save(folder)
        } catch {
            // The run's mark then shows that its end is not recorded.
            return
        }
    }

    func save(_ folder: PublishFolder) throws {
        let encoder = JSONEncoder.stable(.prettyPrinted, keys: .convertToSnakeCase)
        try PublishFolder.write(Array(encoder.encode(self)), to: folder.statusPath)
        RunMark(folder).end()
    }
}

struct StatusRecorder {
    let folder: PublishFolder
    let start: ContinuousClock.Instant
    let now: @Sendable () -> Date

    @discardableResult
    func record(_ result: UpdateResult) throws -> UpdateStatus {
        var status = status(
            result.outcome, exitCode: result.hookFailure == nil ? 0 : 70,
            message: result.hookFailure.map { "\(result.message), but the hook failed: \($0)" }
                ?? result.message, source: result.source)
        status.describe(result.manifest, in: folder)
        status.source = status.source ?? result.manifest?.source
        status.isHeldBack = result.isHeldBack
        if result.hookFailure != nil { status.failingSince = failingSince(status) }
        try status.save(folder)
        return status
    }

    /// A failure must not hide behind another one, so a failure to write is ignored.
    func record(_ error: any Error, manifest: Manifest?) {
        let diagnosed = error as? any DiagnosedError
        var status = status(
            .failed, exitCode: diagnosed?.exitCode ?? 70,
            message: diagnosed?.description ?? "\(error)",
            source: manifest?.source)
        if case .refused(_, let findings, _, _)? = error as? PublishingError {
            status.outcome = .refused
            status.refusals = findings
        } else if error is CancellationError {
            status.outcome = .interrupted
            status.message = "canceled"
        }
        status.describe(manifest, in: folder)
        status.failingSince = failingSince(status)
        try? status.save(folder)
    }

    private func failingSince(_ status: UpdateStatus) -> String {
        UpdateStatus.load(folder)?.failingSince ?? status.checkedAt
    }

    private func status(
        _ outcome: UpdateStatus.Outcome, exitCode: Int32, message: String, source: String?
    ) -> UpdateStatus {
        let seconds = (ContinuousClock.now - start).seconds
        let end = now()
        var status = UpdateStatus(id: folder.id, checkedAt: Timestamp.text(end))
        status.outcome = outcome
        status.exitCode = exitCode
        status.message = message
        status.seconds = (seconds * 1000).rounded() / 1000
        status.peakMemoryBytes = ThisProcess.peakMemoryBytes
        status.source = source
        status.beganAt = Timestamp.text(end.addingTimeInterval(-seconds))
        return status
    }
}
