import BundleWriting
import FeedReading
import FeedValidation
import Foundation
import GTFSSchedule
import SystemLayer

/// The last bundle that a guard refused, kept with its reports for investigation.
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
        let now = options.now()
        let stem = "\(folder.refusedFolder)/\(id)-refused"
        let bundle = stem + ".sqlite"
        var context = ReportContext(
            validatorVersion: options.userAgent, validatedAt: Timestamp.text(now))
        context.reportName = "\(id)-refused.report.json"
        context.htmlName = "\(id)-refused.report.html"
        do throws(SystemError) {
            try Files.rename(candidate.path, to: bundle)
        } catch {
            throw PublishingError.cannotWrite(path: bundle, reason: error.description)
        }
        try write(candidate.report.json(context), "\(stem).report.json")
        try write(candidate.report.html(context), "\(stem).report.html")
        let reasons = findings.map { "\($0.name): \($0.reason)" }
        try write(
            ([Timestamp.text(now)] + reasons).joined(separator: "\n") + "\n", "\(stem).txt")
        return bundle
    }

    /// Removes it: a newer version was published.
    static func forget(in folder: PublishFolder) {
        UnfinishedFiles.remove(folder.refusedFolder)
    }

    private static func write(_ text: String, _ path: String) throws {
        try PublishFolder.write(Array(text.utf8), to: path)
    }
}
