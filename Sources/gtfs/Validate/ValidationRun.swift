import FeedReading
import FeedValidation
import Foundation
import SystemLayer

/// The validation of one feed, with its reports.
struct ValidationRun: Sendable {
    let location: String
    /// Where the reports go; nil for none.
    let folder: String?
    let options: ValidationOptions
    let config: PolicyConfig
    let access: AccessOptions
    let reports: ReportOptions
    let threads: Int

    /// Never throws: one feed that fails does not stop the others.
    func run() -> ValidationOutcome {
        do {
            let files = try FeedFiles(
                at: location, for: options, access: access.archiveOptions)
            let report = try Validator(options).validate(files).applying(config.policy)
            let context = context
            try write(report, context)
            return .validated(report, context)
        } catch let error as FeedError {
            // The folder must not keep the reports of another feed, or of an earlier day.
            let report = ValidationReport(
                unreadable: location, because: error.description, options: options)
            do { try write(report, context) } catch { return .failed(CommandFailure(error)) }
            return .failed(CommandFailure(error))
        } catch {
            return .failed(CommandFailure(error))
        }
    }

    private var context: ReportContext {
        var context = ReportContext(
            validatorVersion: Tool.userAgent, validatedAt: LocalClock.timestamp)
        context.threads = threads
        context.isPretty = reports.pretty
        context.outputDirectory = folder
        context.reportName = reports.validationReportName
        context.htmlName = reports.htmlReportName
        context.systemErrorsName = reports.systemErrorsReportName
        return context
    }

    private func write(_ report: ValidationReport, _ context: ReportContext) throws {
        if let folder {
            try Folder.make(folder)
            try write(report.json(context), to: folder + "/" + context.reportName)
            try write(report.html(context), to: folder + "/" + context.htmlName)
            try write(
                report.systemErrorsJSON(context), to: folder + "/" + context.systemErrorsName)
        }
        if let path = reports.sarif { try write(report.sarif(context), to: path) }
        if let path = reports.junit {
            let failing = (config.failOn ?? .error).failing
            try write(report.junit(failing: failing), to: path)
        }
    }

    private func write(_ text: String, to path: String) throws {
        try WholeFile.write(text.utf8, to: path)
    }
}

/// How the validation of a feed ended.
enum ValidationOutcome: Sendable {
    case validated(ValidationReport, ReportContext)
    /// The feed could not be read, or a report not be written.
    case failed(CommandFailure)
}
