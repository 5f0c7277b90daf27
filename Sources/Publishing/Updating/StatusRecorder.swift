import FeedReading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes down how a run ended.
struct StatusRecorder {
    let folder: PublishFolder
    let start: ContinuousClock.Instant
    let now: @Sendable () -> Date
    let peakMemory: () -> Int

    @discardableResult
    func record(_ result: UpdateResult) throws -> UpdateStatus {
        var status = status(
            result.outcome, result.hookFailure == nil ? 0 : 70,
            result.hookFailure.map { "\(result.message), but the hook failed: \($0)" }
                ?? result.message, result.source)
        status.describe(result.manifest, in: folder)
        status.source = status.source ?? result.manifest?.source
        status.isHeldBack = result.isHeldBack
        if result.hookFailure != nil { status.failingSince = failingSince(status) }
        try status.save(folder)
        return status
    }

    /// A failure must not hide behind another one: what can not be written is left.
    func record(_ error: any Error, manifest: Manifest?) {
        let diagnosed = error as? any DiagnosedError
        var status = status(
            .failed, diagnosed?.exitCode ?? 70, diagnosed?.description ?? "\(error)",
            manifest?.source)
        if case .refused(_, let findings, _, _)? = error as? PublishingError {
            status.outcome = .refused
            status.refusals = findings
        }
        status.describe(manifest, in: folder)
        status.failingSince = failingSince(status)
        try? status.save(folder)
    }

    private func failingSince(_ status: UpdateStatus) -> String {
        UpdateStatus.load(folder)?.failingSince ?? status.checkedAt
    }

    private func status(
        _ outcome: UpdateStatus.Outcome, _ exitCode: Int32, _ message: String, _ source: String?
    ) -> UpdateStatus {
        let time = ContinuousClock.now - start
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        return UpdateStatus(
            id: folder.id, outcome: outcome, exitCode: exitCode, message: message,
            checkedAt: Timestamp.text(now()), seconds: (seconds * 1000).rounded() / 1000,
            peakMemoryBytes: peakMemory(), source: source)
    }
}
